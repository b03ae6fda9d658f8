// A server between browser and server that makes a newer version of the client from the one that there is.
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Listens on a free port for the server at `url`. What it hands on is of the version `of.version`: the page says so, and the
 * service worker is another one.
 */
export async function startVersions(url) {
  const of = { version: 1 };
  const changed = (path, type, content) => {
    if (path === '/service-worker.js') return `${content}\n// ${of.version}`.replace('`banqi-', `\`banqi-${of.version}-`);
    if (!type.startsWith('text/html')) return content;
    return `${content}`.replace('<head>', `<head><meta name="version" content="${of.version}">`);
  };
  const listener = createServer(async (request, answer) => {
    try {
      const from = await fetch(url + request.url);
      const handed = ['content-type', 'cache-control', 'content-security-policy'];
      answer.writeHead(from.status, Object.fromEntries(handed.map((name) => [name, from.headers.get(name)])));
      const content = Buffer.from(await from.arrayBuffer());
      answer.end(changed(request.url, from.headers.get('content-type'), content));
    } catch (error) {
      answer.writeHead(502).end(`${error}`);
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  of.url = `http://127.0.0.1:${listener.address().port}`;
  of.stop = async () => {
    listener.closeAllConnections();
    listener.close();
    await once(listener, 'close');
  };
  return of;
}
