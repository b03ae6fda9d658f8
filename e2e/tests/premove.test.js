// Moves that are chosen while the other side thinks.
import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.js';
import { PHONE } from '../support/browser.js';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { saved } from '../support/saved.js';

const { flow } = client();

// The computer's General has nothing but its own steps to choose from.
const middle = await saved({
  rules: 'taiwan-quick',
  position: '3k/4/4/4/4/4/4/R2P r - 0 71',
  turns: ['d1-c1'],
  level: 'easy',
});

/** Opens the game, and holds the computer's thoughts back until `release` is called. */
async function open(page) {
  let release;
  const released = new Promise((done) => (release = done));
  await page.context().route('**/engine-*.wasm', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/game/1');
  const game = new Game(page);
  await game.turn('You', 73).or(game.button('Stop')).first().waitFor();
  return { game, release };
}

/** The same game while it is the computer's turn. */
async function waiting(page) {
  const opened = await open(page);
  const { game } = opened;
  // What was saved has the computer's answer in it.
  await game.turn('You', 73).waitFor();
  await game.board.tap('a1', 'a2');
  await game.button('Stop').waitFor();
  return opened;
}

flow('a move is chosen ahead by taps, and played when the turn comes', { stored: middle, reducedMotion: 'reduce' }, async (page) => {
  const { game, release } = await waiting(page);
  await game.board.tap('a2', 'a3');
  await game.hear('Premove a2 to a3 set');
  await game.board.called('a2, red chariot, premove from here').waitFor();
  await game.board.called('a3, empty, premove to here').waitFor();
  await assertAccessible(page);
  release();
  await game.board.called('a3, red chariot, moved here').or(game.board.called('a3, red chariot')).first().waitFor();
  await game.turn('You', 77).waitFor();
  assert.deepEqual((await game.moves()).filter((move) => move.startsWith('a')), ['a1–a2', 'a2–a3']);
});

flow('it is cancelled by Escape, by a tap on it, and by another one', { stored: middle, reducedMotion: 'reduce' }, async (page) => {
  const { game, release } = await waiting(page);
  await game.board.tap('a2', 'a3');
  await game.board.tap('a3');
  await game.hear('Premove a2 to a3 cancelled');
  await game.board.called('a3, empty').waitFor();
  await game.board.tap('a2', 'a3', 'c1');
  await game.board.called('c1, red soldier, picked up').waitFor();
  await game.board.square('c1').press('Escape');
  await game.board.tap('a2', 'b2');
  await game.board.square('b2').press('Escape');
  await game.hear('Premove a2 to b2 cancelled');
  release();
  await game.turn('You', 75).waitFor();
  await game.board.called('a2, red chariot').waitFor();
});

flow('it is chosen by keys', { stored: middle, reducedMotion: 'reduce', viewports: [PHONE] }, async (page) => {
  const { game, release } = await waiting(page);
  await game.board.square('a2').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await game.hear('Premove a2 to a3 set');
  release();
  await game.turn('You', 77).waitFor();
});

flow('whoever wants none switches them off', { stored: { ...middle, 'banqi.settings': '{"premoves":false}' }, reducedMotion: 'reduce' }, async (page) => {
  const { game } = await waiting(page);
  await game.board.tap('a2');
  await game.hear('It is the computer’s turn.');
});
