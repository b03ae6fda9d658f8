// Every screen in every language, for those who see little or nothing: axe-core finds nothing, in light colours and in dark.
// And for everybody: nothing is wider than the window, and what is said is said in the page's language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.js';
import { DESKTOP, PHONE, watch } from '../support/browser.js';
import { served } from '../support/client.js';
import { OFTEN } from '../support/online.js';
import { SCREENS, context, open } from '../support/screens.js';
import { LANGUAGES, texts } from '../support/texts.js';

/** The first screen of those who have played waits until they have. */
const LIMIT = { timeout: 180_000 };

const here = served(OFTEN);

/** Opens a screen as nobody has used the client before, and looks at it. */
async function look(screen, language, viewport, check) {
  const { server, browser } = here;
  const options = context(screen, language, server.url);
  const opened = await browser.newContext({ ...options, viewport, hasTouch: viewport === PHONE });
  try {
    opened.setDefaultTimeout(20_000);
    const page = await opened.newPage();
    const watched = await watch(page);
    await open(page, screen, await texts(language));
    await check(page);
    if (!screen.complains) watched.assertNone();
  } finally {
    await opened.close();
  }
}

/** Visible texts with two English words in a row. What is written in the notation, names and codes are not meant. */
const english = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, nodeValue } = node;
    if (parentElement.closest('pre, code, textarea, script, noscript, [lang="en"]') || !parentElement.checkVisibility()) continue;
    if (/[A-Za-z]{2,} [A-Za-z]{2,}/.test(nodeValue)) found.push(nodeValue);
  }
  return found;
};

for (const screen of SCREENS) {
  const seen = [...LANGUAGES.map((language) => [language, PHONE]), ['en', DESKTOP]];
  for (const [language, viewport] of seen) {
    if (screen.only === 'narrow' && viewport === DESKTOP) continue;
    test(`${screen.name}, ${language}, at ${viewport.width}x${viewport.height}`, LIMIT, () =>
      look(screen, language, viewport, async (page) => {
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${over} px wider than the window`);
        if (language !== 'en') assert.deepEqual(await page.evaluate(english), []);
        await assertAccessible(page);
      }));
  }
}

test('what is wrong would be found', LIMIT, () =>
  look(SCREENS.find(({ name }) => name === 'settings'), 'zh-Hant', PHONE, async (page) => {
    await page.evaluate(() => document.querySelector('main').append('Not translated', document.createElement('button')));
    await assert.rejects(assertAccessible(page), /button-name/);
    assert.deepEqual(await page.evaluate(english), ['Not translated']);
  }));
