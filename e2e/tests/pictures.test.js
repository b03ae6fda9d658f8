// The six main states look as the pictures that are kept of them, which somebody has looked at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { served } from '../support/client.js';
import { difference } from '../support/pictures.js';
import { SCREENS, context, open } from '../support/screens.js';
import { texts } from '../support/texts.js';

/** The share of pixels that may be other ones. */
const LIMIT = 0.005;
const STATES = [
  ['home', { width: 360, height: 640 }, 'light'],
  ['home', { width: 1280, height: 800 }, 'dark'],
  ['computer', { width: 768, height: 1024 }, 'light'],
  ['game', { width: 360, height: 640 }, 'dark'],
  ['game', { width: 1280, height: 800 }, 'light'],
  ['end', { width: 360, height: 640 }, 'light'],
];

const here = served();

/** How much the page of a state differs from its picture, after this was done to it. */
async function compare([name, viewport, colorScheme], change = () => {}) {
  const screen = SCREENS.find((screen) => screen.name === name);
  const opened = await here.browser.newContext({ ...context(screen, 'en', here.server.url), viewport, colorScheme });
  try {
    const page = await opened.newPage();
    await open(page, screen, await texts('en'));
    await change(page);
    return await difference(page, `${name}-${viewport.width}-${colorScheme}`);
  } finally {
    await opened.close();
  }
}

for (const state of STATES) {
  const [name, { width }, colours] = state;
  test(`${name}, ${width} px, ${colours}`, async () => {
    const share = await compare(state);
    assert.ok(share <= LIMIT, `${(share * 100).toFixed(2)} % of the pixels are other ones`);
  });
}

test('another colour of the board would be found', async () => {
  if (process.env.BANQI_BLESS === '1') return;
  const share = await compare(STATES[3], (page) =>
    page.evaluate(() => document.documentElement.style.setProperty('--board', '#805050')),
  );
  assert.ok(share > LIMIT, `${share}`);
});
