// How many of something a page shows, by when it shows them.
import assert from 'node:assert/strict';

/** Waits for as many of these as there are to be, and fails if there are more. */
export async function assertCount(locator, count) {
  if (count > 0) await locator.nth(count - 1).waitFor({ state: 'attached' });
  assert.equal(await locator.count(), count, String(locator));
}
