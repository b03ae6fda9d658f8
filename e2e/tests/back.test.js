// The browser's button back, with a sheet open and without; and the rules in one tap.
import assert from 'node:assert/strict';
import { client } from '../support/client.js';
import { assertCount } from '../support/count.js';
import { Game } from '../support/game.js';
import { saved } from '../support/saved.js';

const { flow } = client();

const middle = await saved({
  rules: 'hong-kong',
  position: '3k/4/4/4/4/4/n3/R3 b - 0 72',
  turns: ['d8-d7'],
});

flow('the rules of a game are one tap away, and back closes them', { stored: middle, reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: /Same screen.*Turn 73/ }).click();
  const game = new Game(page);
  await game.board.square('a1').waitFor();
  await page.getByRole('button', { name: 'Rules: Hong Kong' }).click();
  const sheet = page.getByRole('dialog', { name: 'Rules' });
  await sheet.getByRole('heading', { name: 'Who takes whom' }).waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  assert.match(page.url(), /\/game\/1$/);
  await game.board.square('a1').waitFor();
  // The next one leaves the game.
  await page.goBack();
  await page.getByRole('link', { name: /Same screen/ }).first().waitFor();
  assert.equal(new URL(page.url()).pathname, '/');
});

flow('a sheet that is closed otherwise leaves nothing to go back over', { stored: middle, reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: /Same screen.*Turn 73/ }).click();
  const game = new Game(page);
  const actions = page.getByRole('region', { name: 'Actions' });
  await actions.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog', { name: 'More' }).waitFor({ state: 'hidden' });
  await game.board.square('a1').waitFor();
  await page.waitForTimeout(100);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');

  // From one sheet to another, and from there to another page: back leads to the game.
  await page.goForward();
  await game.board.square('a1').waitFor();
  await actions.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Rules' }).click();
  await page.getByRole('dialog', { name: 'Rules' }).getByRole('button', { name: 'Close' }).click();
  await page.waitForTimeout(100);
  await actions.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Settings' }).click();
  await page.waitForURL('**/settings');
  await page.goBack();
  await page.waitForURL('**/game/1');
  await game.board.square('a1').waitFor();
  await assertCount(page.getByRole('dialog'), 0);
});
