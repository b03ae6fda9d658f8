// The engine as it is compiled for the browser thinks as the native one does, and plays in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixChance } from '../support/chance.js';
import { client } from '../support/client.js';
import { assertCount } from '../support/count.js';
import { askAll, table } from '../support/engine.js';
import { Game, tag } from '../support/game.js';

const { visit, flow } = client();

/** A question as the page puts it. */
function question([rules, start, turns, level, seed, nodes], number) {
  const position = start === '-' ? '' : `[Position "${start}"]\n`;
  const record = `[Rules "${rules}"]\n[Result "*"]\n[Termination "unterminated"]\n${position}\n${turns} *\n`;
  return `${number} ${level} ${seed} action ${nodes}\n${record}`;
}

test('the engine in the browser answers as the native one does', { timeout: 120_000 }, async () => {
  const lines = await table('answers.tsv');
  assert.equal(lines.length, 53);
  await visit(async (page) => {
    await page.goto('/');
    const answers = await page.evaluate(askAll, lines.map((line, number) => question(line, number)));
    for (const [number, line] of lines.entries()) {
      const { answer } = answers[number];
      assert.deepEqual(answer.split(' ').slice(0, 5), [`${number}`, 'action', ...line.slice(6)], `${line.slice(0, 6)}: ${answer}`);
    }
  });
});

test('the engine in the browser looks at as many positions as the native one', { timeout: 120_000 }, async () => {
  const lines = await table('bench.tsv');
  assert.notEqual(lines.length, 0);
  await visit(async (page) => {
    await page.goto('/');
    const answers = await page.evaluate(askAll, lines.map(([depth], number) => `${number} bench ${depth}`));
    assert.deepEqual(answers.map(({ answer }) => answer), lines.map(([, nodes], number) => `${number} bench ${nodes}`));
  });
});

flow('Master is the last of four levels, and plays', { prepare: fixChance(3), reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/computer');
  const levels = page.getByRole('group', { name: 'Strength' }).getByRole('radio');
  for (const [index, name] of ['Easy', 'Normal', 'Expert', 'Master'].entries()) {
    await levels.nth(index).and(page.getByRole('radio', { name })).waitFor();
  }
  await assertCount(levels, 4);
  await levels.last().check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const game = new Game(page);
  await game.board.tap('b2');
  await game.turn('You', 3).waitFor();
  assert.equal(tag(await game.record(), 'Second'), 'Computer (master)');
});

/** Keeps the computer's program on its way for ever, the first time that it is asked for. */
async function keepBack(page) {
  await fixChance(3)(page);
  let asked = 0;
  await page.context().route('**/engine-*.wasm', (route) => (asked++ === 0 ? undefined : route.continue()));
}

flow('a computer that takes too long is stopped, and thinks again', { prepare: keepBack }, async (page) => {
  await page.goto('/');
  const game = new Game(page);
  await game.board.tap('b2');
  await game.button('Stop').click();
  await game.hear('The computer was stopped.');
  await game.button('Think again').click();
  await game.turn('You', 3).waitFor();
});
