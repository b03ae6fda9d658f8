// The real browser, and pages that notice when something goes wrong in them.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

/** The sizes at which every screen has to work. */
export const PHONE = { width: 360, height: 640 };
export const DESKTOP = { width: 1280, height: 800 };

export function launchBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Notes what a page complains about: errors and warnings, refused or failed requests, breaches of its policy. */
export async function watch(page) {
  const complaints = [];
  page.on('console', (message) => {
    // Tests that are not about the service worker have none.
    const isOurs = !message.text().startsWith('Service Worker registration blocked by Playwright');
    if (isOurs && ['error', 'warning'].includes(message.type())) {
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // Whoever leaves or reloads a page gives up what had not come yet, the icon for instance.
    if (why !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  // The browser reports a breach to the page only, and puts most of them on the console.
  await page.exposeFunction('reportBreach', (breach) => complaints.push(`policy: ${breach}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      globalThis.reportBreach(`${event.effectiveDirective} refuses ${event.blockedURI} (${event.sourceFile}:${event.lineNumber})`);
    });
  });
  return { complaints, assertNone: () => assert.deepEqual(complaints, []) };
}
