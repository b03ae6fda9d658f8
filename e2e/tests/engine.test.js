// The engine as it is compiled for the browser answers as the native one does.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { client } from '../support/client.js';

const { visit } = client();

/** The native engine's answers; its own test in the same folder says more, and writes it. */
const TABLE = join(import.meta.dirname, '../../crates/banqi-engine/tests/answers.tsv');

/** Asks a worker of the page's own kind one question after the other. */
function askAll(questions) {
  const worker = new Worker(document.getElementById('worker').href, { type: 'module' });
  const ask = (question) =>
    new Promise((answered, failed) => {
      worker.onmessage = (event) => answered(event.data);
      worker.onerror = (event) => failed(new Error(event.message));
      worker.postMessage(question);
    });
  return questions.reduce(async (answers, question) => [...(await answers), await ask(question)], []);
}

/** A question as the page puts it. */
function question([rules, start, turns, level, seed, nodes], number) {
  const position = start === '-' ? '' : `[Position "${start}"]\n`;
  const record = `[Rules "${rules}"]\n[Result "*"]\n[Termination "unterminated"]\n${position}\n${turns} *\n`;
  return `${number} ${level} ${seed} action ${nodes}\n${record}`;
}

test('the engine in the browser answers as the native one does', { timeout: 120_000 }, async () => {
  const table = await readFile(TABLE, 'utf8');
  const lines = table.trimEnd().split('\n').filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
  assert.equal(lines.length, 50);
  await visit(async (page) => {
    await page.goto('/');
    const answers = await page.evaluate(askAll, lines.map((line, number) => question(line, number)));
    for (const [number, line] of lines.entries()) {
      const found = answers[number].split(' ').slice(0, 5);
      assert.deepEqual(found, [`${number}`, 'action', ...line.slice(6)], `${line.slice(0, 6)}: ${answers[number]}`);
    }
  });
});
