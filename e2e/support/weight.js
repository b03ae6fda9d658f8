// How heavy the client is: what the first load sends over the wire, what a first game against the computer adds, how long a
// slow phone takes to the first flip, and whether the page can be used while the computer thinks.
import { PHONE, watch } from './browser.js';
import { Game } from './game.js';
import { startWire } from './wire.js';

/** What the client may weigh. */
export const LIMITS = {
  /** Of home, over the wire. */
  firstLoad: 300_000,
  /** What a first game against the computer adds. */
  game: 100_000,
  /** From the last byte of home to the first flip on the screen, in milliseconds, on a processor so much slower. */
  flip: 1_000,
  /** The longest that the page may not answer while the computer thinks, in milliseconds. */
  task: 50,
};
export const SLOWER = 4;

/** The middle one. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Opens the client through a wire that counts, in a browser that has never been there. */
async function visit(browser, server, steps) {
  const wire = await startWire(server.url);
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  try {
    const page = await context.newPage();
    const watched = await watch(page);
    const done = await steps(page, wire, context);
    watched.assertNone();
    return done;
  } finally {
    await context.close();
    await wire.stop();
  }
}

/** What home loads by itself, and what a game against the computer loads that begins there. In bytes. */
export function bytes(browser, server) {
  return visit(browser, server, async (page, wire) => {
    await page.goto(wire.url, { waitUntil: 'load' });
    const game = new Game(page);
    await game.board.square('a1').waitFor();
    // All that the page asked for by itself has come.
    await page.waitForLoadState('networkidle');
    const first = wire.received;
    await game.board.tap('a1');
    // The computer has answered.
    await game.turn('You', 3).waitFor();
    return { first, game: wire.received - first };
  });
}

/** In the page: taps a1 as soon as it is there, and keeps the time at which its flip has been shown. */
function watchFirstSquare() {
  let before;
  const look = () => {
    const square = document.querySelector('[data-square="a1"]');
    if (square === null) return;
    const label = square.getAttribute('aria-label');
    if (before === undefined) {
      before = label;
      // Once it has been laid out.
      requestAnimationFrame(() => {
        globalThis.boardAt = performance.now();
        const { x, y, width, height } = square.getBoundingClientRect();
        globalThis.tap(x + width / 2, y + height / 2);
      });
    } else if (label !== before) {
      watching.disconnect();
      // After the frame that shows it.
      requestAnimationFrame(() => setTimeout(() => (globalThis.flippedAt = performance.now())));
    }
  };
  const watching = new MutationObserver(look);
  watching.observe(document, { subtree: true, childList: true, attributes: true });
}

/** When the board is there and when its first flip is, from the last byte on, on a processor that is slower. */
export function times(browser, server) {
  return visit(browser, server, async (page, wire, context) => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    // A real tap: the page may make sounds only after one.
    await page.exposeFunction('tap', (x, y) => page.mouse.click(x, y));
    await page.addInitScript(watchFirstSquare);
    await page.goto(wire.url, { waitUntil: 'load' });
    await page.waitForFunction(() => globalThis.flippedAt !== undefined);
    return page.evaluate(() => {
      // Of what home needs: the worker's program comes with the game.
      const needed = performance.getEntriesByType('resource').filter(({ name }) => /\/(app|en-app|start|style)-/.test(name));
      const last = Math.max(...needed.map(({ responseEnd }) => responseEnd));
      return { board: globalThis.boardAt - last, flip: globalThis.flippedAt - last };
    });
  });
}

/** The longest task of the page's own thread while Master thinks, in milliseconds; 0 if none was longer than 50. */
export function longest(browser, server) {
  return visit(browser, server, async (page, wire) => {
    await page.addInitScript(() => localStorage.setItem('banqi.settings', '{"level": "master"}'));
    await page.goto(wire.url, { waitUntil: 'load' });
    const game = new Game(page);
    await game.board.tap('a1');
    await game.bar('Computer').getByText(/thinking/).waitFor();
    await page.evaluate(() => {
      globalThis.tasks = [];
      const keep = (list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration));
      new PerformanceObserver(keep).observe({ type: 'longtask' });
    });
    await game.turn('You', 3).waitFor();
    return page.evaluate(() => Math.max(0, ...globalThis.tasks));
  });
}
