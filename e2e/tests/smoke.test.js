// The shipped file in a real browser: the page comes, nothing complains, the worker answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE, watch } from '../support/browser.js';
import { served } from '../support/client.js';

/** A game in which nothing has happened yet. */
const RECORD = '[Rules "taiwan-quick"]\n[Result "*"]\n[Termination "unterminated"]\n\n*\n';

const here = served();

for (const viewport of [PHONE, DESKTOP]) {
  test(`the page comes without a complaint at ${viewport.width}x${viewport.height}`, async () => {
    const page = await here.browser.newPage({ viewport });
    const watched = await watch(page);
    const response = await page.goto(here.server.url);
    assert.equal(response.status(), 200);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    assert.match(await page.title(), /Banqi/);
    watched.assertNone();
    await page.close();
  });
}

test('a breach of the policy is noticed', async () => {
  // What the other tests rely on: that a complaint would be seen.
  const page = await here.browser.newPage();
  const watched = await watch(page);
  await page.goto(here.server.url);
  await page.evaluate(
    () =>
      new Promise((refused) => {
        document.addEventListener('securitypolicyviolation', refused, { once: true });
        document.head.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' }));
      }),
  );
  assert.equal(await page.evaluate(() => globalThis.ran), undefined);
  assert.match(watched.complaints.join('\n'), /script-src/);
  await page.close();
});

test('the worker answers what it is asked before it is ready', { timeout: 60_000 }, async () => {
  const page = await here.browser.newPage();
  const watched = await watch(page);
  await page.goto(here.server.url);
  const answer = await page.evaluate(
    (question) =>
      new Promise((answered, failed) => {
        const worker = new Worker(document.getElementById('worker').href, { type: 'module' });
        worker.onmessage = (event) => answered(event.data);
        worker.onerror = (event) => failed(new Error(event.message));
        worker.postMessage(question);
      }),
    `7 easy 1 action 1\n${RECORD}`,
  );
  assert.match(answer, /^7 action [a-d][1-8] /);
  watched.assertNone();
  await page.close();
});

test('a program that has ended says so', async () => {
  const page = await here.browser.newPage();
  await page.goto(here.server.url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const notice = page.getByRole('alert').filter({ hasText: 'broken' });
  assert.equal(await notice.isVisible(), false);
  // As the browser reports it. The page's own complaint is what is tested, so nobody watches for one.
  await page.evaluate(() => {
    const error = new WebAssembly.RuntimeError('unreachable');
    dispatchEvent(new ErrorEvent('error', { error }));
  });
  await notice.waitFor();
  await page.getByRole('link', { name: 'Load the page again' }).click();
  await notice.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.close();
});
