// The shipped client for the tests of one file: served once, opened by each test for itself.
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, launchBrowser, watch } from './browser.js';
import { startServer } from './server.js';

/** Longer than any flow takes on a slow machine; it ends a flow that hangs. */
const LIMIT = { timeout: 60_000 };

/** A server with these options and a browser, which are there while the tests of this file run. */
export function served(options) {
  const here = {};
  before(async () => {
    here.server = await startServer(options);
    here.browser = await launchBrowser();
  });
  after(async () => {
    await here.browser?.close();
    await here.server?.stop();
  });
  return here;
}

/** Serves the client while the tests of this file run. */
export function client() {
  const here = served();

  /**
   * Opens the client as nobody has used it before, takes these steps, and fails if the page complained of anything.
   *
   * `stored` is what its store holds by then; `prepare` does something to the page before it loads.
   */
  async function visit(steps, { viewport = PHONE, stored = {}, prepare, ...options } = {}) {
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
    const { server, browser } = here;
    const context = await browser.newContext({
      baseURL: server.url,
      viewport,
      hasTouch: viewport === PHONE,
      // What is kept for when there is no network has tests of its own.
      serviceWorkers: 'block',
      storageState: { cookies: [], origins: [{ origin: new URL(server.url).origin, localStorage }] },
      ...options,
    });
    try {
      // A step that waits in vain says so before the test's own limit does.
      context.setDefaultTimeout(20_000);
      const page = await context.newPage();
      const watched = await watch(page);
      await prepare?.(page);
      await steps(page);
      watched.assertNone();
    } finally {
      await context.close();
    }
  }

  /** A test at both sizes, or at these. */
  function flow(name, { viewports = [PHONE, DESKTOP], ...options }, steps) {
    for (const viewport of viewports) {
      test(`${name}, at ${viewport.width}x${viewport.height}`, LIMIT, () => visit(steps, { viewport, ...options }));
    }
  }

  return { visit, flow };
}
