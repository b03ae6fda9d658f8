// How heavy the client is, and how fast the computer thinks in the browser. Prints all of it, and fails beyond the limits.
// `cargo xtask weigh` runs it. tests/weight.test.js holds all but the speed.
import { launchBrowser } from './support/browser.js';
import { startServer } from './support/server.js';
import { speeds } from './support/speed.js';
import { LIMITS, SLOWER, bytes, longest, median, times } from './support/weight.js';

const RUNS = 5;
/** The least that the engine's speed in the browser may be of its native one. */
const LIMIT_SPEED = 0.5;
const SPEED_RUNS = 4;

const server = await startServer();
const browser = await launchBrowser();
try {
  // The first start of a browser has work of its own to do, so it is not timed.
  const loaded = await bytes(browser, server);
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await times(browser, server));
  const board = median(runs.map((run) => run.board));
  const flip = median(runs.map((run) => run.flip));
  const flips = runs.map((run) => Math.round(run.flip)).join(' ');
  const task = await longest(browser, server);
  const speed = await speeds(browser, server, SPEED_RUNS);
  const ratio = speed.browser / speed.native;
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  const millions = (count) => (count / 1e6).toFixed(2);
  console.log(`first load           ${kilobytes(loaded.first)} kB over the wire (limit ${LIMITS.firstLoad / 1000} kB)`);
  console.log(`a first game adds    ${kilobytes(loaded.game)} kB, for the computer (limit ${LIMITS.game / 1000} kB)`);
  console.log(`From the last byte, on a processor ${SLOWER} times slower:`);
  console.log(`board                ${Math.round(board)} ms`);
  console.log(`flip                 ${Math.round(flip)} ms, median of ${flips} (limit ${LIMITS.flip} ms)`);
  console.log(`longest task         ${Math.round(task)} ms while Master thinks; 0 is below ${LIMITS.task} (limit ${LIMITS.task} ms)`);
  console.log(
    `engine               ${millions(speed.browser)} million positions a second, natively ${millions(speed.native)}: ` +
      `${ratio.toFixed(2)} of it (limit ${LIMIT_SPEED})`,
  );
  if (loaded.first > LIMITS.firstLoad || loaded.game > LIMITS.game || flip > LIMITS.flip || task > LIMITS.task) {
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
