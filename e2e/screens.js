// Draws every screen in every language, at three widths, light and dark: pictures to be looked at, and a page that shows them
// together. `cargo xtask screens` runs it; words behind it choose screens by their names.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { launchBrowser } from './support/browser.js';
import { OFTEN } from './support/online.js';
import { SCREENS, context, open } from './support/screens.js';
import { startServer } from './support/server.js';
import { LANGUAGES, texts } from './support/texts.js';

const SIZES = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
const SCHEMES = ['light', 'dark'];

const folder = resolve(import.meta.dirname, '../target/screens');
const chosen = process.argv.slice(2);
const screens = SCREENS.filter(({ name }) => chosen.length === 0 || chosen.some((part) => name.includes(part)));
if (screens.length === 0) {
  console.error(`There is no such screen. There are: ${SCREENS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

/** What sticks to an edge of the window would lie over a picture of the whole page. */
const unstick = (page) =>
  page.evaluate(() => {
    const sticks = (element) => getComputedStyle(element).position === 'sticky';
    for (const element of [...document.querySelectorAll('main *')].filter(sticks)) element.style.setProperty('position', 'static');
  });

const server = await startServer(OFTEN);
const browser = await launchBrowser();
const drawn = [];
let failed = 0;
try {
  if (chosen.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const screen of screens) {
    for (const language of LANGUAGES) {
      const say = await texts(language);
      for (const viewport of SIZES) {
        if (screen.only === 'narrow' && viewport.width >= 1000) continue;
        const options = context(screen, language, server.url);
        const opened = await browser.newContext({ ...options, viewport, hasTouch: viewport.width < 1000 });
        opened.setDefaultTimeout(20_000);
        try {
          const page = await opened.newPage();
          await open(page, screen, say);
          await unstick(page);
          for (const colorScheme of SCHEMES) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            const file = `${screen.name}-${language}-${viewport.width}-${colorScheme}.png`;
            await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' });
            drawn.push(file);
          }
        } catch (error) {
          failed += 1;
          console.error(`${screen.name}, ${language}, ${viewport.width}: ${error.message}`);
        } finally {
          await opened.close();
        }
      }
    }
    console.log(`${screen.name}: ${drawn.length} pictures so far`);
  }
} finally {
  await browser.close();
  await server.stop();
}
const pictures = drawn.map((file) => `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${file}</figcaption></figure>`);
const style = 'body{display:flex;flex-wrap:wrap;gap:16px;font:13px sans-serif}figure{margin:0}img{height:420px;border:1px solid #888}';
await writeFile(join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${pictures.join('\n')}`);
console.log(`${drawn.length} pictures are in target/screens; index.html shows them together.`);
if (failed > 0) process.exitCode = 1;
