// The engine as the browser has it, asked without a page of ours around it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The lines of a table beside the native engine's own tests, which write it, by columns. */
export async function table(name) {
  const text = await readFile(join(import.meta.dirname, '../../crates/banqi-engine/tests', name), 'utf8');
  return text.trimEnd().split('\n').filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
}

/**
 * In the page: asks a worker of the page's own kind one question after the other. Each answer, and after how many
 * milliseconds it came.
 */
export async function askAll(questions) {
  const worker = new Worker(document.getElementById('worker').href, { type: 'module' });
  const ask = (question) =>
    new Promise((answered, failed) => {
      const asked = performance.now();
      worker.onmessage = (event) => answered({ answer: event.data, time: performance.now() - asked });
      worker.onerror = (event) => failed(new Error(event.message));
      worker.postMessage(question);
    });
  try {
    const answers = [];
    for (const question of questions) answers.push(await ask(question));
    return answers;
  } finally {
    worker.terminate();
  }
}
