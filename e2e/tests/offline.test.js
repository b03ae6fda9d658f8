// Without a network: what needs no server is there all the same. And a newer version, which waits to be taken.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, launchBrowser } from '../support/browser.js';
import { Game } from '../support/game.js';
import { startServer } from '../support/server.js';
import { startVersions } from '../support/versions.js';

const LIMIT = { timeout: 120_000 };

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens home at this address, and waits until its files are kept and it is served from them. */
async function visit(url, viewport, steps) {
  const context = await browser.newContext({ baseURL: url, viewport, hasTouch: viewport === PHONE, reducedMotion: 'reduce' });
  context.setDefaultTimeout(30_000);
  try {
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('grid').waitFor();
    await page.evaluate(async () => {
      const { serviceWorker } = navigator;
      await serviceWorker.ready;
      if (!serviceWorker.controller) await new Promise((done) => serviceWorker.addEventListener('controllerchange', done));
    });
    await steps(page, context);
  } finally {
    await context.close();
  }
}

for (const viewport of [PHONE, DESKTOP]) {
  test(`games go on without a network, at ${viewport.width}x${viewport.height}`, LIMIT, () =>
    visit(server.url, viewport, async (page, context) => {
      await context.setOffline(true);
      await page.reload();
      const game = new Game(page);
      await game.board.tap('a1');
      await game.turn('You', 3).waitFor();
      await page.reload();
      await game.turn('You', 3).waitFor();
      // Addresses that the browser has never been at.
      await page.goto('/same-screen');
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.getByRole('button', { name: 'Tile 3' }).waitFor();
      await page.goto('/settings');
      await page.getByRole('radio', { name: '简体中文' }).check();
      await page.getByRole('heading', { level: 1, name: '设置' }).waitFor();
      await page.getByRole('radio', { name: 'English' }).check();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      // What needs a server says that it cannot be reached.
      await page.goto('/lobby');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText(/cannot be reached/).first().waitFor();
    }));
}

test('a newer version waits until it is taken', LIMIT, async () => {
  const versions = await startVersions(server.url);
  try {
    await visit(versions.url, PHONE, async (page, context) => {
      const version = () => page.locator('meta[name="version"]').getAttribute('content');
      const game = new Game(page);
      await game.board.tap('a1');
      await game.turn('You', 3).waitFor();
      const update = () => page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => {}));
      const notice = page.getByText('There is a newer version of Banqi.');
      await update();
      assert.equal(await notice.isVisible(), false, 'there is none yet');

      versions.version = 2;
      await update();
      await notice.waitFor();
      await page.getByRole('button', { name: 'Later' }).click();
      await notice.waitFor({ state: 'hidden' });
      await page.reload();
      assert.equal(await version(), '1');
      // It is offered again, and the game goes on in it. Other pages come along.
      const other = await context.newPage();
      await other.goto('/settings');
      await notice.waitFor();
      await page.getByRole('button', { name: 'Take it' }).click();
      await page.locator('meta[name="version"][content="2"]').waitFor({ state: 'attached' });
      await other.locator('meta[name="version"][content="2"]').waitFor({ state: 'attached' });
      await game.turn('You', 3).waitFor();
      const kept = await page.evaluate(() => caches.keys());
      assert.equal(kept.length, 1, `${kept}`);
    });
  } finally {
    await versions.stop();
  }
});

test('a game by link without a network says so, and is there once there is one', LIMIT, () =>
  visit(server.url, PHONE, async (page, context) => {
    const made = await context.request.post('/api/games', { data: { rules: 'taiwan-quick' } });
    const { path } = await made.json();
    await context.setOffline(true);
    await page.goto(path);
    await page.getByText(/cannot be reached/).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/cannot be reached/).waitFor();
    await context.setOffline(false);
    await page.getByRole('dialog', { name: 'Invite' }).or(page.getByText('Waiting for')).first().waitFor();
  }));
