// Keeps the client's files, so that what needs no server is there without a network: games against the computer and on the
// same screen, the analysis board, the pages to learn.
//
// Each version has a cache of its own, with all of its files, and answers from that alone: a page never gets files of two
// versions. A newer one waits until the player takes it (offline.js asks), or until no page of the older one is open.

/** Both are filled in when the client is built. */
const VERSION = '';
const FILES = [];

const CACHE = `banqi-${VERSION}`;
const HASHED = /-[0-9a-f]{16}\.\w+$/;
/** What is the server's own, and what is a file: the client has no page there. */
const SERVERS = /^\/(api|healthz|readyz|metrics)(\/|$)|\.\w+$/;

async function load(file) {
  const answer = await fetch(file, { cache: 'no-cache' });
  if (!answer.ok || answer.redirected) throw new Error(`${file}: ${answer.status}`);
  return answer;
}

async function keep() {
  const cache = await caches.open(CACHE);
  const one = async (file) => {
    // What has a hash in its name is what an older version has under that name.
    const known = HASHED.test(file) ? await caches.match(file) : undefined;
    await cache.put(file, known ?? (await load(file)));
  };
  await Promise.all(FILES.map(one));
}

async function tidy() {
  const others = (await caches.keys()).filter((name) => name.startsWith('banqi-') && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  // The pages that were there before this was.
  await clients.claim();
}

async function kept(file, request) {
  const cache = await caches.open(CACHE);
  // A browser may throw away what it keeps for a page that is seldom seen.
  return (await cache.match(file, { ignoreVary: true })) ?? fetch(request);
}

addEventListener('install', (event) => event.waitUntil(keep()));
addEventListener('activate', (event) => event.waitUntil(tidy()));
addEventListener('message', ({ data }) => {
  if (data === 'take over') skipWaiting();
});
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!SERVERS.test(pathname)) event.respondWith(kept('/', request));
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(pathname, request));
  }
});
