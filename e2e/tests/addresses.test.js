// Every screen has an address: whoever comes by it, reloads or goes back is where they should be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, watch } from '../support/browser.js';
import { served } from '../support/client.js';
import { OFTEN } from '../support/online.js';
import { SCREENS, context } from '../support/screens.js';

const here = served(OFTEN);

/** The heading of the page, and what it is called. */
async function shown(page) {
  // What the file itself says until the program has drawn a screen is the title of home.
  if (new URL(page.url()).pathname !== '/') await page.waitForFunction(() => document.title !== 'Banqi');
  await page.locator('h1').first().waitFor({ state: 'attached' });
  return [await page.locator('h1').first().textContent(), await page.title()];
}

const seen = new Set();
for (const screen of SCREENS.filter(({ path }) => path !== '/')) {
  const { path } = screen;
  const key = `${path} ${JSON.stringify(screen.kept)?.length}`;
  if (seen.has(key)) continue;
  seen.add(key);
  test(`${path} (${screen.name}) is there again after a reload, and back leads home`, { timeout: 60_000 }, async () => {
    const opened = await here.browser.newContext({ ...context(screen, 'en', here.server.url), viewport: PHONE });
    opened.setDefaultTimeout(20_000);
    try {
      const page = await opened.newPage();
      const watched = await watch(page);
      await page.goto('/');
      await page.getByRole('grid').waitFor();
      const home = await shown(page);
      await page.goto(path);
      const before = await shown(page);
      assert.notDeepEqual(before, home);
      await page.reload();
      assert.deepEqual(await shown(page), before);
      await page.goBack();
      await page.getByRole('grid').waitFor();
      assert.deepEqual(await shown(page), home);
      await page.goForward();
      await page.waitForFunction((title) => document.title === title, before[1]);
      assert.deepEqual(await shown(page), before);
      watched.assertNone();
    } finally {
      await opened.close();
    }
  });
}
