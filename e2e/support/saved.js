// Saved games, for flows that begin in the middle of one. `banqi play` makes them: a game that is saved at the terminal
// goes on in the browser.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './program.js';

/**
 * What the store of the browser holds with this game in it, as /game/1: of two people, or against the computer of a level; from a
 * position, or from the start with the deal of a seed.
 *
 * A game is saved once a turn was played, so there is one at least.
 */
export async function saved({ rules, position, seed = 1, turns, level }) {
  const folder = await mkdtemp(join(tmpdir(), 'banqi-e2e-'));
  try {
    const file = join(folder, 'game.txt');
    const against = level === undefined ? ['--two'] : ['--level', level];
    const from = position === undefined ? [] : ['--fen', position];
    await run(['play', ...against, '--rules', rules, ...from, '--seed', `${seed}`, '--save', file], turns.join('\n'));
    return stored(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What the store of the browser holds with this text as /game/1. */
export function stored(text) {
  return { 'banqi.game.1': text };
}
