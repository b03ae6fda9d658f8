// The built command `banqi`, which is the browser client's server, and the native opinion on what a page says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export const program = resolve(process.env.BANQI ?? join(import.meta.dirname, '../../target/release/banqi'));

/** Runs the command with this standard input to its end: what it prints. Anything but success fails. */
export async function run(args, input = '') {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  // Whoever does not read to the end says why with the exit code.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const said = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`banqi ${args.join(' ')} ended with ${code}: ${said}`);
  return said;
}
