// The language is the browser's, as far as it is one of ours, until somebody chooses another.
import assert from 'node:assert/strict';
import { client } from '../support/client.js';
import { saved } from '../support/saved.js';

const { flow } = client();

const game = await saved({ rules: 'taiwan-quick', position: '3k/4/4/4/4/4/n3/R3 b - 0 72', turns: ['d8-d7'] });
const lang = (page) => page.locator('html').getAttribute('lang');

for (const [locale, language] of [
  ['en-GB', 'en'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['fr-FR', 'en'],
]) {
  flow(`a browser in ${locale} gets ${language}`, { locale, viewports: [{ width: 360, height: 640 }] }, async (page) => {
    await page.goto('/');
    await page.getByRole('grid').waitFor();
    assert.equal(await lang(page), language);
  });
}

flow('home offers the others, and pieces are called as their players call them', { stored: game }, async (page) => {
  for (const [name, language, piece] of [
    ['繁體中文', 'zh-Hant', '紅俥'],
    ['简体中文', 'zh-Hans', '红车'],
    ['English', 'en', 'red chariot'],
  ]) {
    await page.goto('/');
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
    await page.getByRole('grid').waitFor();
    await page.goto('/game/1');
    await page.getByRole('gridcell', { name: new RegExp(`^a1\\W+${piece}`) }).waitFor();
    await page.reload();
    assert.equal(await lang(page), language);
  }
});

flow('who reads simplified characters finds them on the pieces', { locale: 'zh-CN' }, async (page) => {
  await page.goto('/settings');
  assert.ok(await page.getByRole('radio', { name: '简体字' }).isChecked());
});

flow('each set of pieces has drawings of its own', {}, async (page) => {
  await page.goto('/settings');
  const drawn = () => page.locator('.sprite:has(#face-down)').innerHTML();
  const all = new Set([await drawn()]);
  for (const name of ['Simplified characters', 'Letters', 'Pictures']) {
    await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check();
    all.add(await drawn());
  }
  assert.equal(all.size, 4);
});

flow('whoever has chosen a language is where that was chosen', {}, async (page) => {
  await page.goto('/');
  await page.getByRole('button', { name: '繁體中文' }).click();
  await page.locator('html[lang="zh-Hant"]').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.activeElement.lang === 'zh-Hant' && document.activeElement.localName === 'button');
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'English' }).check();
  await page.locator('html[lang="en"]').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.activeElement.name === 'language' && document.activeElement.checked);
});

/** A browser that lets pages keep nothing. */
const denies = (page) =>
  page.addInitScript(() => {
    const denied = { get: () => { throw new DOMException('denied', 'SecurityError'); } };
    for (const store of ['localStorage', 'sessionStorage']) Object.defineProperty(window, store, denied);
  });

flow('where nothing is kept, a language holds for the visit', { prepare: denies, viewports: [{ width: 360, height: 640 }] }, async (page) => {
  await page.goto('/');
  await page.getByRole('button', { name: '简体中文' }).click();
  await page.locator('html[lang="zh-Hans"]').waitFor({ state: 'attached' });
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1, name: '设置' }).waitFor();
});
