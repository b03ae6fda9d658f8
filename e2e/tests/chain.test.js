// A chain of captures that is stopped while it could go on, by taps and by keys alone.
import assert from 'node:assert/strict';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { saved } from '../support/saved.js';

const { flow } = client();

// The example of docs/rules.md, one turn before: the Chariot can take the Horse, the Soldier and the Cannon.
const start = await saved({
  rules: 'hong-kong:chain=on',
  position: '3k/4/4/4/4/1npc/1R2/4 b - 0 40',
  turns: ['d8-d7'],
});

/** Two were taken, the third stays, and the turn is the other player's. */
async function assertStopped(game) {
  await game.turn('Player 1', 42).waitFor();
  await game.hear('The chain is over');
  const squares = await game.board.squares();
  assert.equal(squares.c3, 'red chariot, moved here');
  assert.equal(squares.b3, 'empty, moved from here');
  assert.match(squares.d3, /^black cannon/);
  assert.deepEqual(await game.moves(), ['d8–d7', 'b2×b3 black horse×c3 black soldier']);
}

flow('a chain is stopped by a tap', { stored: start }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.turn('Player 2', 41).waitFor();
  await game.board.tap('b2', 'b3');
  await game.board.called('c3, black soldier, can be captured').waitFor();
  await game.button('End chain').waitFor();
  await game.board.tap('c3');
  await game.board.called('d3, black cannon, can be captured').waitFor();
  await game.button('End chain').click();
  await assertStopped(game);
});

/** The board stands upright on a phone; on a desktop it lies, with the ranks from left to right. */
const KEYS = {
  upright: { toB2: ['ArrowUp', 'ArrowRight'], nextRank: 'ArrowUp', nextFile: 'ArrowRight' },
  lying: { toB2: ['ArrowUp', 'ArrowUp', 'ArrowRight'], nextRank: 'ArrowRight', nextFile: 'ArrowDown' },
};

/** Goes on from stop to stop until this has the focus. */
async function tabTo(page, wanted) {
  const focused = wanted.and(page.locator(':focus'));
  for (let stop = 0; stop < 40; stop++) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('40 stops, and none of them is it');
}

flow('a chain is stopped by keys', { stored: start }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.turn('Player 2', 41).waitFor();
  const { toB2, nextRank, nextFile } = game.board.touches ? KEYS.upright : KEYS.lying;
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // The keys are in the corner at the lower left.
  await tabTo(page, game.board.grid.getByRole('gridcell'));
  await press(...toB2, 'Enter');
  await game.hear('red chariot, b2 picked up');
  await press(nextRank, 'Enter');
  await game.hear('takes black horse on b3');
  await press(nextFile, ' ');
  await game.hear('takes black soldier on c3');
  await tabTo(page, game.button('End chain'));
  await press('Enter');
  await assertStopped(game);
});
