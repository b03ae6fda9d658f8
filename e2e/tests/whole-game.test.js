// A whole game against the computer, from the first tap to its result.
import assert from 'node:assert/strict';
import { fixChance } from '../support/chance.js';
import { client } from '../support/client.js';
import { Game, tag } from '../support/game.js';
import { tapTurn } from '../support/player.js';
import { run } from '../support/program.js';

const { flow } = client();

/** What the sheet says of each end that a game under these rules can come to. */
const REASONS = {
  elimination: /^(You took (Red|Black)’s last piece|(Red|Black) has no piece left)\.$/,
  'no-legal-move': /^(You have|(Red|Black) has) no legal move\.$/,
  'no-progress': /^20 turns without a flip or a capture\.$/,
  agreement: /^You and the computer agreed\.$/,
};

// With less motion the computer does not wait for its moves to be seen, and a game takes seconds.
flow('a whole game against Easy, by taps', { prepare: fixChance(1), reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/computer');
  await page.getByRole('radio', { name: 'Easy' }).check();
  await page.getByRole('radio', { name: 'Taiwan, quick' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const game = new Game(page);
  const decline = game.button('Decline');
  let colour;
  for (let turn = 1; !(await game.result.isVisible()); turn += 2) {
    await tapTurn(game.board, colour);
    const mine = game.turn('You', turn + 2);
    await mine.or(game.result).or(decline).first().waitFor();
    if (await decline.isVisible()) {
      await decline.click();
      await mine.or(game.result).first().waitFor();
    }
    colour ??= (await game.bar('You').textContent()).includes('Red') ? 'red' : 'black';
  }

  const record = await game.record();
  const [first, second] = tag(record, 'FirstColour') === colour ? ['You win', 'The computer wins'] : ['The computer wins', 'You win'];
  const title = { '1-0': first, '0-1': second, '1/2-1/2': 'Draw' }[tag(record, 'Result')];
  assert.equal(await game.result.getByRole('heading').textContent(), title);
  const reason = await game.result.getByRole('paragraph').first().textContent();
  assert.match(reason, REASONS[tag(record, 'Termination')]);
  // The command replays it: every turn was legal, and it ended where and as the rules say.
  await run(['record', 'check', '-'], record);

  // In the next one the computer goes first.
  await game.result.getByRole('button', { name: 'Rematch' }).click();
  await game.turn('You', 2).waitFor();
  assert.equal(await game.result.isVisible(), false);
});
