// How many taps it takes from home to what people come for.
import assert from 'node:assert/strict';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';

const { flow } = client();

/** Counts taps, which are all that is done. */
const counting = () => {
  let count = 0;
  return {
    tap: async (what) => {
      count += 1;
      await what.click();
    },
    count: () => count,
  };
};

flow('one tap to the first move against the computer', {}, async (page) => {
  const { tap, count } = counting();
  const game = new Game(page);
  await page.goto('/');
  await tap(game.board.square('c5'));
  await game.turn('You', 3).waitFor();
  assert.equal(count(), 1);
});

flow('two taps to the link of an invitation', {}, async (page) => {
  const { tap, count } = counting();
  await page.goto('/');
  await tap(page.getByRole('link', { name: 'Play a friend' }));
  await tap(page.getByRole('button', { name: 'Make the game' }));
  assert.match(await page.getByRole('textbox', { name: 'Link' }).inputValue(), /\/g\/\w{16}$/);
  assert.equal(count(), 2);
});
