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

flow('a page that is loaded anew with a sheet open has nothing to go back over', { stored: middle, reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: /Same screen.*Turn 73/ }).click();
  const game = new Game(page);
  await game.board.square('a1').waitFor();
  await page.getByRole('button', { name: 'Rules: Hong Kong' }).click();
  await page.getByRole('dialog', { name: 'Rules' }).waitFor();
  await page.reload();
  await game.board.square('a1').waitFor();
  await page.waitForFunction(() => history.state !== 'covered');
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
});

flow('the rules begin at their top', { stored: middle, reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/game/1');
  await new Game(page).board.square('a1').waitFor();
  await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Rules' }).click();
  const sheet = page.getByRole('dialog', { name: 'Rules' });
  const head = sheet.getByRole('heading', { level: 2, name: 'Hong Kong' });
  await head.waitFor();
  assert.ok(await head.evaluate((head) => head === document.activeElement), 'the heading has the focus');
  assert.equal(await sheet.evaluate((sheet) => sheet.scrollTop + sheet.querySelector('.sheet-content').scrollTop), 0);
});
