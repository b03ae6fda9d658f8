// Has the client's files kept for when there is no network, and offers a newer version once it is there. start.js loads this
// when the page has been quiet for a while: it is not needed to play.
const workers = navigator.serviceWorker;

/** Shows what the page's program has ready for this. */
function offer(worker) {
  const notice = document.getElementById('newer');
  if (!notice) return;
  const [take, later] = notice.querySelectorAll('button');
  take.onclick = () => worker.postMessage('take over');
  later.onclick = () => (notice.hidden = true);
  notice.hidden = false;
}

function follow(worker) {
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && workers.controller) offer(worker);
  });
}

// A browser may refuse, in a private window for instance. Then there is nothing to do here.
const registration = await workers.register('/service-worker.js').catch(() => undefined);
if (registration) {
  if (registration.waiting && workers.controller) offer(registration.waiting);
  if (registration.installing) follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  // A page may stay open for days.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {});
  });
}
