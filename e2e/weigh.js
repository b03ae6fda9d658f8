// How heavy the client is: what the first load sends over the wire, and how long a slow phone takes to the first flip.
// Prints both, and fails above the limits. `cargo xtask weigh` runs it.
import { PHONE, launchBrowser, watch } from './support/browser.js';
import { startServer } from './support/server.js';
import { startWire } from './support/wire.js';

const LIMIT_BYTES = 300_000;
const LIMIT_MS = 2_000;
const SLOWER = 4;
const RUNS = 5;

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

async function load(browser, server, slower) {
  const wire = await startWire(server.url);
  const context = await browser.newContext({ viewport: PHONE });
  try {
    const page = await context.newPage();
    const watched = await watch(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    // A real tap: the page may make sounds only after one.
    await page.exposeFunction('tap', (x, y) => page.mouse.click(x, y));
    await page.addInitScript(watchFirstSquare);
    await page.goto(wire.url, { waitUntil: 'load' });
    await page.waitForFunction(() => globalThis.flippedAt !== undefined);
    // All that the page asked for by itself has come.
    await page.waitForLoadState('networkidle');
    const [board, flip] = await page.evaluate(() => [globalThis.boardAt, globalThis.flippedAt]);
    watched.assertNone();
    return { board, flip, bytes: wire.received };
  } finally {
    await context.close();
    await wire.stop();
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const server = await startServer();
const browser = await launchBrowser();
try {
  // The first start of a browser has work of its own to do.
  await load(browser, server, 1);
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await load(browser, server, SLOWER));
  const bytes = Math.max(...runs.map((run) => run.bytes));
  const board = median(runs.map((run) => run.board));
  const flip = median(runs.map((run) => run.flip));
  const flips = runs.map((run) => Math.round(run.flip)).join(' ');
  console.log(`first load           ${(bytes / 1000).toFixed(1)} kB over the wire (limit ${LIMIT_BYTES / 1000} kB)`);
  console.log(`board, CPU ${SLOWER}x slower  ${Math.round(board)} ms`);
  console.log(`flip,  CPU ${SLOWER}x slower  ${Math.round(flip)} ms, median of ${flips} (limit ${LIMIT_MS} ms)`);
  if (bytes > LIMIT_BYTES || flip > LIMIT_MS) {
    console.error('The client is too heavy.');
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}
