// Two people at one screen, who draw tiles for the first turn.
import assert from 'node:assert/strict';
import { DESKTOP } from '../support/browser.js';
import { fixChance } from '../support/chance.js';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { tapTurn } from '../support/player.js';

const { flow } = client();

/** From docs/rules.md: the higher one goes first. */
const KINDS = ['General', 'Advisor', 'Elephant', 'Chariot', 'Horse'];
const TURNS = 12;

flow('a game on the same screen begins with drawing tiles', { prepare: fixChance(2) }, async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Same screen' }).click();
  await page.getByRole('radio', { name: 'Draw tiles' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();

  const game = new Game(page);
  const pick = async (number, player) => {
    await page.getByText(`${player} picks a tile.`).waitFor();
    await game.button(`Tile ${number}`).click();
    const shown = page.getByRole('button', { name: new RegExp(`^Tile ${number}, \\w+, ${player}$`) });
    return (await shown.getAttribute('aria-label')).split(', ')[1];
  };
  const kinds = [await pick(2, 'Player 1'), await pick(5, 'Player 2')];
  const [height, otherHeight] = kinds.map((kind) => KINDS.indexOf(kind));
  assert.ok(height >= 0 && otherHeight >= 0 && height !== otherHeight, `${kinds}`);
  const players = height < otherHeight ? ['Player 1', 'Player 2'] : ['Player 2', 'Player 1'];
  await page.getByText(`${players[0]} goes first.`).first().waitFor();
  await game.button('Begin').click();

  // The first flip decides the colours.
  const colours = [];
  for (let turn = 1; turn <= TURNS; turn++) {
    const player = players[(turn - 1) % 2];
    await game.turn(player, turn).waitFor();
    await tapTurn(game.board, colours[(turn - 1) % 2]);
    await game.turn(players[turn % 2], turn + 1).waitFor();
    if (turn === 1) {
      const flipped = Object.values(await game.board.squares()).find((what) => !what.startsWith('face down'));
      colours.push(...(flipped.startsWith('red') ? ['red', 'black'] : ['black', 'red']));
    }
  }
  for (const [index, player] of players.entries()) {
    assert.match((await game.bar(player).textContent()).toLowerCase(), new RegExp(colours[index]));
  }
  assert.equal((await game.moves()).length, TURNS);
});

flow('whoever begins goes on at the board', { prepare: fixChance(2), viewports: [DESKTOP] }, async (page) => {
  await page.goto('/same-screen');
  await page.getByRole('radio', { name: 'Draw tiles' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const game = new Game(page);
  for (const tile of ['Tile 2', 'Tile 5']) {
    await game.button(tile).click();
  }
  await game.button('Begin').click();
  await page.waitForFunction(() => document.activeElement.closest('[role=grid]'));
});
