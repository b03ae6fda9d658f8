// When the program cannot be loaded, a person is told so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE } from '../support/browser.js';
import { served } from '../support/client.js';

const here = served();

test('a program that does not come leaves a sentence and a way to try again', { timeout: 60_000 }, async () => {
  const page = await here.browser.newPage({ viewport: PHONE });
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(here.server.url);
  await page.getByRole('heading', { name: 'Banqi' }).waitFor();
  await page.unroute('**/*.wasm');
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('grid').waitFor();
  assert.equal(await page.getByText('could not be loaded').isVisible(), false);
  await page.close();
});
