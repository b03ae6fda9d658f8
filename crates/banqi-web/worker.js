// The worker's start. Its program is its own, and comes when a game against the computer begins.
// What the page says before the program listens is kept for it.
const early = [];
const keep = (event) => early.push(event.data);
addEventListener('message', keep);
// Both files at once: the program is not asked for only when its module has come.
const program = fetch('/engine.wasm');
const { default: init } = await import('/engine.js');
await init({ module_or_path: program });
removeEventListener('message', keep);
for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
