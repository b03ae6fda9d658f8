// The page's start. A file of its own, because the content security policy allows no script inside the page.
// The page waits for this script, so what it does before the program is there should be little: the colours that the player
// has chosen, so that the first thing painted has them.
try {
  const { theme } = JSON.parse(localStorage.getItem('banqi.settings')) ?? {};
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing kept, or nothing that can be read: the colours are those of the system.
}

// Games over the net and all that belongs to them are in a program of their own, which has the rest too: home is there sooner
// without them.
const [module, wasm, style] = /^\/(g|friend|ranked|lobby|account|boards|u|archive)(\/|$)/.test(location.pathname)
  ? ['/online.js', '/online.wasm', '/online.css']
  : ['/app.js', '/app.wasm'];
const link = (about) => document.head.appendChild(Object.assign(document.createElement('link'), about));
link({ rel: 'modulepreload', href: module });
link({ rel: 'preload', href: wasm, as: 'fetch', type: 'application/wasm', crossOrigin: 'anonymous' });
if (style) link({ rel: 'preload', href: style, as: 'style' });
/** After the page's own style sheet, over which it has the last word. */
const styled = () => style && new Promise((done) => link({ rel: 'stylesheet', href: style, onload: done, onerror: done }));
const start = () =>
  Promise.all([import(module), styled()])
    .then(([{ default: init }]) => init())
    .catch((error) => {
      // A file did not come, or this browser cannot run it. What the program says itself is not there yet.
      document.getElementById('failed').hidden = false;
      throw error;
    });
if (document.body) start();
else addEventListener('DOMContentLoaded', start);

// A program that has broken down can say nothing itself.
addEventListener('error', ({ error }) => {
  const notice = document.getElementById('broken');
  if (notice && error instanceof WebAssembly.RuntimeError) notice.hidden = false;
});
