// A whole game by typed commands alone. What stands where is asked, and heard.
import assert from 'node:assert/strict';
import { fixChance } from '../support/chance.js';
import { beside, distance } from '../support/board.js';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { run } from '../support/program.js';

const { flow } = client();

/** Somebody who types and listens. */
class Typist {
  constructor(page) {
    this.page = page;
    this.game = new Game(page);
    this.box = page.getByLabel('Type a move');
  }

  /** Types, and what is heard then. */
  async type(text) {
    const before = await this.game.said.textContent();
    await this.box.focus();
    // What was not understood stays, to be mended.
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
    await this.page.waitForFunction((before) => document.querySelector('[role=status][aria-live]').textContent !== before, before);
    return (await this.game.said.textContent()).replace(/\u00a0$/, '');
  }

  /** What stands where. */
  async board() {
    const said = await this.type('board');
    return Object.fromEntries([...said.matchAll(/([a-d][1-8]) ([a-z ]+)/g)].map(([, square, what]) => [square, what.trim()]));
  }

  /** Where a piece may go. */
  async moves(square) {
    const said = await this.type(`moves ${square}`);
    const [, steps, captures] = /Steps: (.*?)\. Captures: (.*?)\./.exec(said);
    const squares = (list) => list.match(/[a-d][1-8]/g) ?? [];
    return { steps: squares(steps), captures: squares(captures) };
  }

  /** A turn: a capture, else a flip, else a step towards the enemy. */
  async turn(colour) {
    const squares = await this.board();
    const names = Object.keys(squares);
    const of = (side) => names.filter((name) => squares[name].startsWith(`${side} `));
    const enemies = of(colour === 'red' ? 'black' : 'red');
    const near = (square) => Math.min(...enemies.map((enemy) => distance(square, enemy)));
    const own = colour ? of(colour) : [];
    for (const from of own.filter((from) => beside(from).some((name) => enemies.includes(name)))) {
      const { captures } = await this.moves(from);
      if (captures.length > 0) return this.type(`${from}-${captures[0]}`);
    }
    const faceDown = names.find((name) => squares[name] === 'face down');
    if (faceDown) return this.type(faceDown);
    for (const from of own.toSorted((one, other) => near(one) - near(other))) {
      const { steps } = await this.moves(from);
      const [to] = steps.toSorted((one, other) => near(one) - near(other));
      if (to) return this.type(`${from}-${to}`);
    }
    throw new Error(JSON.stringify(squares));
  }
}

flow('a whole game against Easy by typed commands alone', { prepare: fixChance(4), reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/computer');
  await page.getByRole('radio', { name: 'Easy' }).check();
  await page.getByRole('radio', { name: 'Taiwan, quick' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const typist = new Typist(page);
  const { game } = typist;
  await game.board.grid.waitFor();
  assert.match(await typist.type('help'), /board, row b and row 3/);
  assert.match(await typist.type('who'), /You: no colour yet\. .*Your turn\./);
  let colour;
  for (let turn = 1; !(await game.result.isVisible()); turn += 2) {
    await typist.turn(colour);
    const mine = game.turn('You', turn + 2);
    const decline = game.button('Decline');
    await mine.or(game.result).or(decline).first().waitFor();
    if (await decline.isVisible()) {
      await typist.type('decline');
      await mine.or(game.result).first().waitFor();
    }
    if (!colour && !(await game.result.isVisible())) colour = /You: Red/.test(await typist.type('who')) ? 'red' : 'black';
  }
  await run(['record', 'check', '-'], await game.record());
});

flow('words are understood, and those that are none are said to be none', { prepare: fixChance(4), reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/same-screen');
  await page.getByRole('radio', { name: 'The first player' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const typist = new Typist(page);
  await typist.game.board.grid.waitFor();
  assert.match(await typist.type('b2'), /^b2 flipped: .* Player 2’s turn\.$/);
  assert.match(await typist.type('last'), /^b2 flipped: /);
  assert.match(await typist.type('row b'), /^b1 face down, b2 (red|black) \w+, b3 face down/);
  assert.match(await typist.type('row 3'), /^a3 face down, b3 face down, c3 face down, d3 face down\.$/);
  assert.match(await typist.type('limits'), /0 of \d+ turns|no limit/);
  assert.match(await typist.type('captured'), /nothing captured yet/);
  assert.match(await typist.type('clock'), /No clock/);
  assert.match(await typist.type('hello'), /neither a move nor a word known here/);
  await typist.type('draw');
  await typist.type('accept');
  await typist.game.result.getByText('You both agreed.').waitFor();
});

flow('a turn that is written on after its end is refused', { prepare: fixChance(4), reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/same-screen');
  await page.getByRole('radio', { name: 'The first player' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const typist = new Typist(page);
  await typist.game.board.grid.waitFor();
  assert.match(await typist.type('turn'), /turned round/);
  // What is answered stands above the box, and never makes the page wider.
  for (const text of ['help', 'x'.repeat(200)]) {
    await typist.type(text);
    const note = page.locator('.note');
    await note.waitFor();
    const [answer, box] = await Promise.all([note.boundingBox(), page.locator('.command').boundingBox()]);
    const isPhone = page.viewportSize().width < 1000;
    if (isPhone) assert.ok(answer.y >= 0 && answer.y + answer.height <= box.y + 1, JSON.stringify({ answer, box }));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no wider than the window');
  }
});

flow('with less motion both turns are heard', { prepare: fixChance(4), reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/');
  const game = new Game(page);
  await game.board.tap('b2');
  await game.turn('You', 3).waitFor();
  await game.board.tap('d8');
  await game.turn('You', 5).waitFor();
  assert.match(await game.said.first().textContent(), /^d8 .*Computer: /);
});
