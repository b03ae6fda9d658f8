// What the client says, in each language: read from the files from which the client is made.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../crates/banqi-web/locales');

export const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans'];

/** A function that gives a text of this language by its key, `game.turn`, with these things put in, `{ number: 3 }`. */
export async function texts(language) {
  const folder = join(FOLDER, language);
  const all = {};
  for (const file of await readdir(folder)) {
    all[file.replace('.json', '')] = JSON.parse(await readFile(join(folder, file), 'utf8'));
  }
  return (key, values = {}) => {
    const [namespace, name] = key.split('.');
    const text = all[namespace]?.[name];
    if (text === undefined) throw new Error(`${language} has no text ${key}`);
    return text.replace(/\{\{ (\w+) \}\}/g, (_, value) => {
      if (!(value in values)) throw new Error(`${key} wants ${value}`);
      return values[value];
    });
  };
}
