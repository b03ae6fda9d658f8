// A whole game by keys alone: from home to the result, without a pointer.
import assert from 'node:assert/strict';
import { fixChance } from '../support/chance.js';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { tapTurn } from '../support/player.js';
import { run } from '../support/program.js';

const { flow } = client();

/** Goes from stop to stop until this has the focus, and says so. */
async function tabTo(page, wanted) {
  const focused = wanted.and(page.locator(':focus'));
  for (let stops = 0; stops < 80; stops++) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('it is no stop');
}

/** A board whose squares are reached by arrows and pressed with Enter. */
class Keys {
  constructor(page, board) {
    this.page = page;
    this.board = board;
  }

  squares() {
    return this.board.squares();
  }

  /** Where each square stands: its column and row. */
  async places() {
    return this.page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll('.board-row')].flatMap((row, y) => [...row.children].map((cell, x) => [cell.dataset.square, [x, y]])),
      ),
    );
  }

  async tap(...names) {
    const places = await this.places();
    for (const name of names) {
      const here = await this.page.evaluate(() => document.activeElement.dataset.square);
      if (here === undefined) throw new Error('the focus is not on the board');
      const [columns, rows] = [0, 1].map((axis) => places[name][axis] - places[here][axis]);
      for (let step = 0; step < Math.abs(columns); step++) await this.page.keyboard.press(columns > 0 ? 'ArrowRight' : 'ArrowLeft');
      for (let step = 0; step < Math.abs(rows); step++) await this.page.keyboard.press(rows > 0 ? 'ArrowDown' : 'ArrowUp');
      await this.page.keyboard.press('Enter');
    }
  }
}

flow('a whole game against Easy by keys alone', { prepare: fixChance(2), reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/computer');
  await tabTo(page, page.getByRole('group', { name: 'Strength' }).getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowDown');
  await page.getByRole('radio', { name: 'Easy' }).waitFor();
  while (!(await page.getByRole('radio', { name: 'Easy' }).isChecked())) await page.keyboard.press('ArrowUp');
  await tabTo(page, page.getByRole('group', { name: 'Rules', exact: true }).getByRole('radio', { checked: true }));
  while (!(await page.getByRole('radio', { name: 'Taiwan, quick' }).isChecked())) await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('button', { name: 'Start the game' }));
  await page.keyboard.press('Enter');

  const game = new Game(page);
  await tabTo(page, game.board.grid.getByRole('gridcell'));
  const board = new Keys(page, game.board);
  const decline = game.button('Decline');
  let colour;
  for (let turn = 1; !(await game.result.isVisible()); turn += 2) {
    await tapTurn(board, colour);
    const mine = game.turn('You', turn + 2);
    await mine.or(game.result).or(decline).first().waitFor();
    if (await decline.isVisible()) {
      await tabTo(page, decline);
      await page.keyboard.press('Enter');
      await mine.or(game.result).first().waitFor();
      if (!(await game.result.isVisible())) await tabTo(page, game.board.grid.getByRole('gridcell'));
    }
    colour ??= (await game.bar('You').textContent()).includes('Red') ? 'red' : 'black';
  }
  await run(['record', 'check', '-'], await game.record());
  // The result has the focus, and from it there is a way on.
  await tabTo(page, game.result.getByRole('button', { name: 'Rematch' }));
  await page.keyboard.press('Enter');
  await game.turn('You', 2).waitFor();
  assert.equal(await game.result.isVisible(), false);
});
