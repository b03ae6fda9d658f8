// A game that is open in two tabs, and games that were removed: nothing that was played is lost.
import assert from 'node:assert/strict';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { saved } from '../support/saved.js';

const { flow } = client();

const two = await saved({
  rules: 'taiwan-quick',
  position: '3k/4/4/4/4/4/4/K2P b - 0 40',
  turns: ['d8-d7'],
});

flow('what is played in one tab is shown in the other', { stored: two }, async (page) => {
  await page.goto('/game/1');
  const other = await page.context().newPage();
  await other.goto('/game/1');
  const [here, there] = [new Game(page), new Game(other)];
  await here.board.square('d7').waitFor();
  await there.board.square('d7').waitFor();

  await here.board.tap('a1', 'a2');
  await there.turn('Player 1', 42).waitFor();
  await there.board.tap('d7', 'd6');
  await here.turn('Player 2', 43).waitFor();
  assert.equal((await here.moves()).length, 3);
  assert.equal(await here.record(), await there.record());
});

flow('a removed game does not come back in the next one', { stored: two }, async (page) => {
  await page.goto('/');
  await page.getByRole('button', { name: /^Remove: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  const game = new Game(page);
  await game.board.tap('c3');
  await page.waitForURL('/game/2');
});

flow('what one tab has chosen stays when another one chooses something else', {}, async (page) => {
  await page.goto('/settings');
  const other = await page.context().newPage();
  await other.goto('/settings');
  await other.getByRole('radio', { name: '简体中文' }).check();
  await other.getByRole('heading', { level: 1, name: '设置' }).waitFor();
  await page.getByRole('radio', { name: 'Sideways' }).check();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('banqi.settings')));
  assert.equal(kept.language, 'zh-Hans');
  assert.equal(kept.orientation, 'landscape');
});
