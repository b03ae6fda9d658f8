// axe-core in a page: what it finds against WCAG and common practice.
import assert from 'node:assert/strict';
import axe from 'axe-core';

/** Fails if axe finds anything in the page as it is, in light colours or in dark ones. */
export async function assertAccessible(page) {
  // The browser's own console, from which this comes, is not bound by the policy of the page.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe.source });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run();
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`));
    });
    assert.deepEqual(found, [], `in ${colorScheme} colours`);
  }
}
