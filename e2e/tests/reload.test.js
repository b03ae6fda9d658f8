// What a reload in the middle of a game does to it: nothing.
import assert from 'node:assert/strict';
import { fixChance } from '../support/chance.js';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { tapTurn } from '../support/player.js';
import { saved } from '../support/saved.js';

const { flow } = client();

const chain = await saved({
  rules: 'hong-kong:chain=on',
  position: '3k/4/4/4/4/1npc/1R2/4 b - 0 40',
  turns: ['d8-d7'],
});

/** All that a player sees of a game. */
async function seen(game, players) {
  const bars = [];
  for (const player of players) bars.push(await game.bar(player).textContent());
  return { squares: await game.board.squares(), moves: await game.moves(), bars };
}

flow('a game against the computer survives a reload', { prepare: fixChance(5) }, async (page) => {
  await page.goto('/');
  // The board at home is real.
  const game = new Game(page);
  await game.board.tap('c3');
  await game.turn('You', 3).waitFor();
  const colour = (await game.bar('You').textContent()).includes('Red') ? 'red' : 'black';
  for (let turn = 3; turn < 9; turn += 2) {
    await tapTurn(game.board, colour);
    await game.turn('You', turn + 2).waitFor();
  }
  const before = await seen(game, ['You', 'Computer']);
  assert.equal(before.moves.length, 8);

  await page.reload();
  await game.turn('You', 9).waitFor();
  assert.deepEqual(await seen(game, ['You', 'Computer']), before);

  await tapTurn(game.board, colour);
  await game.turn('You', 11).waitFor();
  const after = await game.moves();
  assert.deepEqual(after.slice(0, 8), before.moves);
  assert.equal(after.length, 10);
});

flow('a reload leaves a chain open', { stored: chain }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  const players = ['Player 1', 'Player 2'];
  await game.board.tap('b2', 'b3');
  await game.button('End chain').waitFor();
  const bars = async () => [await game.bar(players[0]).textContent(), await game.bar(players[1]).textContent()];
  const before = [await game.board.squares(), await bars()];

  await page.reload();
  await game.button('End chain').waitFor();
  assert.deepEqual([await game.board.squares(), await bars()], before);

  await game.board.tap('c3');
  await game.button('End chain').click();
  await game.turn('Player 1', 42).waitFor();
});

flow('a game waits at home', { stored: chain }, async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: /Same screen.*Red’s move.*Turn 41/ }).click();
  await new Game(page).turn('Player 2', 41).waitFor();
});
