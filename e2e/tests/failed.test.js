// When the program cannot be loaded, a person is told so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE } from '../support/browser.js';
import { served } from '../support/client.js';
import { Game } from '../support/game.js';

const here = served();

test('a program that does not come leaves a sentence and a way to try again', { timeout: 60_000 }, async () => {
  const page = await here.browser.newPage({ viewport: PHONE });
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(here.server.url);
  await page.getByRole('heading', { name: 'Banqi' }).waitFor();
  await page.unroute('**/*.wasm');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('grid').waitFor();
  assert.equal(await page.getByText('could not be loaded').isVisible(), false);
  await page.close();
});

test('a computer whose program does not come says so, and thinks once it does', { timeout: 60_000 }, async () => {
  const context = await here.browser.newContext({ viewport: PHONE, hasTouch: true });
  const page = await context.newPage();
  const asked = [];
  await context.route('**/engine-*.wasm', (route) => {
    asked.push(route.request().url());
    return asked.length === 1 ? route.abort() : route.continue();
  });
  await page.goto(here.server.url);
  const game = new Game(page);
  await game.board.square('b2').waitFor();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(asked, [], 'home does without it');
  await game.board.tap('b2');
  await game.hear('The computer cannot think');
  await game.button('Think again').click();
  await game.turn('You', 3).waitFor();
  assert.equal(asked.length, 2);
  await context.close();
});

test('a game that the server does not give says so', { timeout: 60_000 }, async () => {
  const page = await here.browser.newPage({ baseURL: here.server.url, viewport: PHONE });
  await page.route('/api/games/**', (route) => route.abort());
  await page.goto('/analysis?g=0123456789abcdef');
  await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
  assert.equal(await page.getByRole('grid').count(), 0);
  await page.unroute('/api/games/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('grid').waitFor();
  await page.close();
});
