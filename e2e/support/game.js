// The screen of a game.
import { Board } from './board.js';

/** A game in a page. */
export class Game {
  constructor(page) {
    this.page = page;
    this.board = new Board(page);
    this.said = page.getByRole('status');
    this.result = page.getByRole('dialog', { name: 'Result' });
  }

  /** A player's bar. */
  bar(player) {
    return this.page.getByRole('region', { name: player, exact: true });
  }

  /** What tells that it is this player's turn. */
  turn(player, number) {
    return this.bar(player).getByText(`Turn ${number}`, { exact: true });
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Waits until this is said. */
  async hear(text) {
    await this.said.filter({ hasText: text }).waitFor();
  }

  /** The turns in the list of moves, which a phone has on a sheet. */
  async moves() {
    const opens = this.page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Moves' });
    const isSheet = await opens.isVisible();
    if (isSheet) await opens.click();
    const list = this.page.getByRole('region', { name: 'Moves' });
    await list.waitFor();
    const moves = await list.getByRole('row').getByRole('button').allTextContents();
    if (isSheet) {
      await this.page.getByRole('dialog', { name: 'Moves' }).getByRole('button', { name: 'Close' }).click();
      // The page goes back over the entry that the sheet had in the history; whoever reloads meanwhile gets in the way of that.
      await this.page.waitForFunction(() => history.state !== 'covered');
    }
    return moves;
  }

  /** What the browser keeps of the game. */
  async record() {
    return this.page.evaluate(() => localStorage.getItem(`banqi.game.${location.pathname.split('/').at(-1)}`));
  }
}

/** The value of a tag in a record. */
export function tag(record, name) {
  return new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(record)?.[1];
}
