// For those who need it otherwise: less motion, twice the size, colours of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, served } from '../support/client.js';
import { Game } from '../support/game.js';
import { OFTEN } from '../support/online.js';
import { saved } from '../support/saved.js';
import { SCREENS, context, open } from '../support/screens.js';
import { texts } from '../support/texts.js';

const { flow } = client();
const here = served(OFTEN);

const capture = await saved({
  rules: 'taiwan-quick',
  position: '3k/4/4/4/4/n3/4/R2P b - 0 72',
  turns: ['a3-a2'],
});

/** In the page: what moves, as long as anything does. */
const moved = async () => {
  const names = new Set();
  for (const end = performance.now() + 400; performance.now() < end; await new Promise(requestAnimationFrame)) {
    for (const animation of document.getAnimations()) {
      const frames = animation.effect.getKeyframes();
      const properties = new Set(frames.flatMap((frame) => Object.keys(frame)));
      for (const property of ['transform', 'translate', 'scale', 'rotate', 'left', 'top']) {
        if (properties.has(property)) names.add(property);
      }
    }
  }
  return [...names];
};

for (const [reducedMotion, moves] of [['reduce', false], ['no-preference', true]]) {
  flow(`with ${reducedMotion} pieces ${moves ? 'move' : 'stay'}`, { stored: capture, reducedMotion }, async (page) => {
    await page.goto('/game/1');
    const game = new Game(page);
    await game.board.tap('a1');
    const watching = page.evaluate(moved);
    await game.board.tap('a2');
    assert.equal((await watching).length > 0, moves);
  });
}

test('at twice the size nothing is cut off', { timeout: 180_000 }, async () => {
  const say = await texts('en');
  // A window of 1280 by 800 pixels, twice as large.
  const viewport = { width: 640, height: 400 };
  for (const screen of SCREENS) {
    const opened = await here.browser.newContext({ ...context(screen, 'en', here.server.url), viewport, deviceScaleFactor: 2 });
    try {
      const page = await opened.newPage();
      await open(page, screen, say);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${screen.name} is ${over} px wider than the window`);
      const hidden = await page.evaluate(() => {
        const top = document.querySelector('dialog[open]') ?? document.body;
        const all = [...top.querySelectorAll('button, a[href], input, select, textarea')].filter(
          (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1,
        );
        const lost = all.filter((one) => {
          // Some are there for those only who come by the keys.
          one.focus({ preventScroll: true });
          one.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { x, y, width, height } = one.getBoundingClientRect();
          const found = document.elementFromPoint(x + width / 2, y + height / 2);
          return !(found && (one.contains(found) || found.contains(one)));
        });
        return lost.map((one) => one.outerHTML.slice(0, 120));
      });
      assert.deepEqual(hidden, [], screen.name);
    } finally {
      await opened.close();
    }
  }
});

flow('in colours of one’s own pieces and marks can be told apart', { stored: capture, forcedColors: 'active' }, async (page) => {
  await page.goto('/game/1');
  const { board } = new Game(page);
  const look = async (square) => (await board.square(square).screenshot()).toString('base64');
  await board.square('a1').waitFor();
  // The two discs, one of them at a corner, the square that was left, and an empty one.
  const pictures = await Promise.all(['a1', 'a2', 'a3', 'b2'].map(look));
  // Whoever comes by the keys sees where they are, and what is picked up.
  await page.keyboard.press('Tab');
  await board.square('a1').focus();
  pictures.push(await look('a1'));
  await page.keyboard.press('Enter');
  await board.called('a1, red chariot, picked up').waitFor();
  pictures.push(await look('a1'));
  assert.equal(new Set(pictures).size, pictures.length);
});
