// A chase that the rules do not allow to go on: the page counts, forbids, and says why.
import assert from 'node:assert/strict';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { saved } from '../support/saved.js';

const { flow } = client();

// The worked example of docs/rules.md, one turn before.
const start = await saved({
  rules: 'taiwan-chase',
  position: '3P/4/4/4/4/n3/4/1R2 b - 0 40',
  turns: ['a3-a2'],
});
const ROUND = ['b1-a1', 'a2-b2', 'a1-b1', 'b2-a2'];
const TURNS = [...ROUND, ...ROUND, 'b1-a1', 'a2-b2'];

flow('a forbidden chase is explained', { stored: start }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  for (const [index, turn] of TURNS.entries()) {
    // The Chariot's owner has turns 41, 43 and so on.
    await game.turn(index % 2 === 0 ? 'Player 2' : 'Player 1', 41 + index).waitFor();
    const [from, to] = turn.split('-');
    await game.board.tap(from);
    if (index % 2 === 0) await game.board.called(`${to}, empty, a chase, ${index / 2 + 1} of 5`).waitFor();
    await game.board.tap(to);
  }
  await game.turn('Player 2', 51).waitFor();
  await page.getByText(/no further chase/i).filter({ visible: true }).waitFor();

  // From either square it would threaten the Horse for the sixth time.
  await game.board.tap('a1');
  await game.board.called('a2, empty, forbidden').waitFor();
  await game.board.called('b1, empty, forbidden').waitFor();
  const why = 'Chariot has chased this Horse 5 times in a row. Any other move is open.';
  for (const square of ['a2', 'b1']) {
    await game.board.tap(square);
    await game.hear(why);
    // Those who see are told too.
    await page.getByText(why).and(page.locator(':not([role=status])')).waitFor();
    await game.board.called('a1, red chariot, picked up').waitFor();
  }

  // Any other move is open.
  await game.board.tap('d8', 'd7');
  await game.turn('Player 1', 52).waitFor();
  const moves = await game.moves();
  assert.equal(moves.at(-1), 'd8–d7');
  assert.equal(moves.length, 12);
});
