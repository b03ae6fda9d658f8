// Starts the built `banqi serve` on a free port, away from the checkout: the one file has to be enough.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { program } from './program.js';

/** The running server, with these options: its `url`, and `stop`, which fails unless it ends as it should. */
export async function startServer(options = []) {
  const folder = await mkdtemp(join(tmpdir(), 'banqi-e2e-'));
  const server = spawn(program, ['serve', '--port', '0', '--data', 'data', ...options], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const lines = createInterface({ input: server.stdout });
  const said = await Promise.race([once(lines, 'line').then(([line]) => line), ended.then(() => '')]);
  const url = /http:\/\/[^\s;]+/.exec(said)?.[0];
  if (url === undefined) throw new Error(`${program} serve did not say where it is: ${said}`);
  return {
    url,
    async stop() {
      server.kill('SIGTERM');
      const [code] = await ended;
      await rm(folder, { recursive: true });
      if (code !== 0) throw new Error(`the server ended with ${code}`);
    },
  };
}
