// The worker's start: the same module as the page's; the program sees where it is.
// What the page says before the program listens is kept for it.
import init from './app.js';

const early = [];
const keep = (event) => early.push(event.data);
addEventListener('message', keep);
await init();
removeEventListener('message', keep);
for (const data of early) dispatchEvent(new MessageEvent('message', { data }));
