// Hints on request: they are shown and said, and a win with them brings no points.
import assert from 'node:assert/strict';
import { figure } from '../support/account.js';
import { assertAccessible } from '../support/axe.js';
import { client } from '../support/client.js';
import { assertCount } from '../support/count.js';
import { Game } from '../support/game.js';
import { saved } from '../support/saved.js';

const { flow } = client();

// Whatever the Soldier does, a Chariot takes it.
const winning = await saved({
  rules: 'taiwan-quick',
  position: 'p3/1R2/R3/4/4/4/4/P3 r - 0 71',
  turns: ['a1-a2'],
  level: 'easy',
});
const two = await saved({
  rules: 'taiwan-quick',
  position: '3k/4/4/4/4/4/n3/R3 b - 0 72',
  turns: ['d8-d7'],
});

/** Asks for a hint: beside the board on a desktop, under More on a phone. */
async function ask(page, game) {
  const hint = game.button('Hint');
  if (!(await hint.isVisible())) await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'More' }).click();
  await hint.click();
}

flow('a hint against the computer, and a win without points', { stored: winning, reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.turn('You', 73).waitFor();
  await ask(page, game);
  await game.hear(/Hint: [a-d][1-8] takes [a-d][1-8]/);
  const [, from, to] = /Hint: (..) takes (..)/.exec(await game.said.textContent());
  await game.board.called(`${from}, red chariot, hint: move from here`).waitFor();
  await game.board.called(`${to}, black soldier, hint: move to here`).waitFor();
  await assertAccessible(page);
  await game.board.tap(from, to);
  await game.result.getByText('You had a hint: a win with hints brings no points.').waitFor();
  await assertCount(figure(game.result, 'Points'), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem('banqi.points')), null);
});

flow('a hint between two people at one device', { stored: two, reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.board.square('a1').waitFor();
  await ask(page, game);
  await game.hear('Hint: a1 takes a2');
  await game.board.tap('a1', 'a2');
  await game.board.called('a2, red chariot, moved here').waitFor();
});
