// How heavy the client is: what the first load sends over the wire, what a first game against the computer adds, how long a
// slow phone takes to the first flip, and how fast the computer thinks. Prints all of it, and fails beyond the limits.
// `cargo xtask weigh` runs it.
import { PHONE, launchBrowser, watch } from './support/browser.js';
import { Game } from './support/game.js';
import { startServer } from './support/server.js';
import { speeds } from './support/speed.js';
import { startWire } from './support/wire.js';

const LIMIT_BYTES = 300_000;
const LIMIT_GAME_BYTES = 100_000;
const LIMIT_MS = 2_000;
const SLOWER = 4;
const RUNS = 5;
/** The least that the engine's speed in the browser may be of its native one. */
const LIMIT_SPEED = 0.5;
const SPEED_RUNS = 4;

/** In the page: says where a1 is as soon as it is there, and keeps the time at which its flip has been shown. */
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

/** What home loads by itself, and what a game against the computer loads that begins there. */
function bytes(browser, server) {
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

/** When the board is there and when its first flip is, on a processor so much slower. */
function times(browser, server, slower) {
  return visit(browser, server, async (page, wire, context) => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    // A real tap: the page may make sounds only after one.
    await page.exposeFunction('tap', (x, y) => page.mouse.click(x, y));
    await page.addInitScript(watchFirstSquare);
    await page.goto(wire.url, { waitUntil: 'load' });
    await page.waitForFunction(() => globalThis.flippedAt !== undefined);
    return page.evaluate(() => ({ board: globalThis.boardAt, flip: globalThis.flippedAt }));
  });
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const server = await startServer();
const browser = await launchBrowser();
try {
  // The first start of a browser has work of its own to do, so it is not timed.
  const loaded = await bytes(browser, server);
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await times(browser, server, SLOWER));
  const board = median(runs.map((run) => run.board));
  const flip = median(runs.map((run) => run.flip));
  const flips = runs.map((run) => Math.round(run.flip)).join(' ');
  const speed = await speeds(browser, server, SPEED_RUNS);
  const ratio = speed.browser / speed.native;
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  const millions = (count) => (count / 1e6).toFixed(2);
  console.log(`first load           ${kilobytes(loaded.first)} kB over the wire (limit ${LIMIT_BYTES / 1000} kB)`);
  console.log(`a first game adds    ${kilobytes(loaded.game)} kB, for the computer (limit ${LIMIT_GAME_BYTES / 1000} kB)`);
  console.log(`board, CPU ${SLOWER}x slower  ${Math.round(board)} ms`);
  console.log(`flip,  CPU ${SLOWER}x slower  ${Math.round(flip)} ms, median of ${flips} (limit ${LIMIT_MS} ms)`);
  console.log(
    `engine               ${millions(speed.browser)} million positions a second, natively ${millions(speed.native)}: ` +
      `${ratio.toFixed(2)} of it (limit ${LIMIT_SPEED})`,
  );
  if (loaded.first > LIMIT_BYTES || loaded.game > LIMIT_GAME_BYTES || flip > LIMIT_MS) {
    console.error('The client is too heavy.');
    process.exitCode = 1;
  }
  if (ratio < LIMIT_SPEED) {
    console.error('The engine is too slow in the browser.');
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}
