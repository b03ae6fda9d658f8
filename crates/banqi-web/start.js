// The page's start. A file of its own, because the content security policy allows no script inside the page.
// The page waits for this script, so what it does before the program is there should be little: the colours and the language
// that the player has chosen, so that the first thing painted has them.
const page = document.documentElement;
/** The settings. A window has them in its name where the browser keeps nothing. */
const kept = () => {
  try {
    return JSON.parse(name.startsWith('{"pieces":') ? name : localStorage.getItem('banqi.settings')) ?? {};
  } catch {
    // Nothing that can be read: the colours are those of the system, the language is the browser's.
    return {};
  }
};
const settings = kept();
if (settings.theme === 'light' || settings.theme === 'dark') page.dataset.theme = settings.theme;

/** The tables of texts of each language: what every page needs, and what only the whole program needs. */
const TEXTS = {
  en: ['/en-app.txt', '/en-whole.txt'],
  'zh-Hant': ['/zh-Hant-app.txt', '/zh-Hant-whole.txt'],
  'zh-Hans': ['/zh-Hans-app.txt', '/zh-Hans-whole.txt'],
};
/** The language of ours for one that somebody reads, by its tag. Chinese without a script goes by the place. */
const ours = (tag) => {
  if (/^zh\b/i.test(tag)) return /hant|tw|hk|mo/i.test(tag) ? 'zh-Hant' : 'zh-Hans';
  return /^en\b/i.test(tag) ? 'en' : undefined;
};
const language = [settings.language, ...navigator.languages].map(ours).find((tag) => tag) ?? 'en';
page.lang = language;

// Home, and the games on this device, are there sooner with no more than they need. All other addresses load the whole program,
// which has those too.
const isWhole = !/^\/(game\/.*)?$/.test(location.pathname);
const [module, wasm, style] = isWhole ? ['/whole.js', '/whole.wasm', '/whole.css'] : ['/app.js', '/app.wasm'];
const link = (about) => document.head.appendChild(Object.assign(document.createElement('link'), about));
link({ rel: 'modulepreload', href: module });
link({ rel: 'preload', href: wasm, as: 'fetch', type: 'application/wasm', crossOrigin: 'anonymous' });
if (style) link({ rel: 'preload', href: style, as: 'style' });
const table = async (file) => {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.text();
};
const texts = Promise.all(TEXTS[language].slice(0, isWhole ? 2 : 1).map(table));
/** After the page's own style sheet, over which it has the last word. */
const styled = () => style && new Promise((done) => link({ rel: 'stylesheet', href: style, onload: done, onerror: done }));
const start = () =>
  Promise.all([import(module), texts, styled()])
    .then(([{ default: init }, tables]) => {
      // The program finds them here.
      globalThis.banqiTexts = tables;
      // An article, once its name stands for the star.
      globalThis.banqiArticles = `/articles/${language}/*.html`;
      return init();
    })
    .catch((error) => {
      // A file did not come, or this browser cannot run it. What the program says itself is not there yet.
      document.getElementById('failed').hidden = false;
      throw error;
    });
if (document.body) start();
else addEventListener('DOMContentLoaded', start);

// Once all is quiet, the files are kept for when there is no network. Not for those who pay for what they load.
const QUIET = 2000;
const workers = navigator.serviceWorker;
// Every page goes on in the version that the player has taken: games are kept. The first one that takes over is no newer one.
let isNewer = workers?.controller;
workers?.addEventListener('controllerchange', () => {
  if (isNewer) location.reload();
  isNewer = true;
});
if (workers && !navigator.connection?.saveData) {
  addEventListener('load', () => setTimeout(() => import('/offline.js'), QUIET));
}

// A program that has broken down can say nothing itself.
addEventListener('error', ({ error }) => {
  const notice = document.getElementById('broken');
  if (notice && error instanceof WebAssembly.RuntimeError) notice.hidden = false;
});
