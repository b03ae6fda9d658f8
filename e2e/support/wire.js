// A wire that counts: between browser and server, so that nothing is missed, not headers and not what a worker loads.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Listens on a free port for the server at `url`. */
export async function startWire(url) {
  const { hostname, port } = new URL(url);
  const wire = { received: 0 };
  const sockets = new Set();
  const listener = createServer((browser) => {
    const server = connect(Number(port), hostname);
    for (const socket of [browser, server]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      // Either side may leave at any time.
      socket.on('error', () => {});
    }
    server.on('data', (data) => (wire.received += data.length));
    browser.pipe(server);
    server.pipe(browser);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  wire.url = `http://127.0.0.1:${listener.address().port}`;
  wire.stop = async () => {
    for (const socket of sockets) socket.destroy();
    listener.close();
    await once(listener, 'close');
  };
  return wire;
}
