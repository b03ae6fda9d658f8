// How fast the engine is in the browser, beside the native one on the same machine.
import { askAll } from './engine.js';
import { run } from './program.js';

/** So deep that the browser has long compiled the program as well as it can. */
const DEPTH = 4;

/**
 * Lets both do the same work in turns, and takes each one's best: what else the machine does slows down both, but not always.
 * Positions a second.
 */
export async function speeds(browser, server, runs) {
  const page = await browser.newPage();
  try {
    await page.goto(server.url);
    const best = { native: 0, browser: 0 };
    for (let left = runs; left > 0; left--) {
      const native = JSON.parse(await run(['bench', '--depth', `${DEPTH}`, '--json']));
      const [, { answer, time }] = await page.evaluate(askAll, ['0 bench 1', `1 bench ${DEPTH}`]);
      if (answer !== `1 bench ${native.nodes}`) throw new Error(`${answer} in the browser, natively ${native.nodes}`);
      best.native = Math.max(best.native, native.nodes / native.seconds);
      best.browser = Math.max(best.browser, (native.nodes * 1000) / time);
    }
    return best;
  } finally {
    await page.close();
  }
}
