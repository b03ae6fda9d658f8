// A player who thinks: the native engine is told what the page's game has shown so far, and says what is best.
import { run } from './program.js';

/** So many positions are looked at each turn: enough to beat Easy, and an instant. */
const NODES = 20_000;

/** The squares to tap for the best action of this game, which the server knows by its address. */
export async function bestTurn(page) {
  const record = await page.request.get(`/api/games/${page.url().split('/g/')[1]}/record`);
  if (!record.ok()) throw new Error(`no record: ${record.status()}`);
  const told = await run(['analyse', '-', '--json', '--lines', '1', '--nodes', `${NODES}`], await record.text());
  return JSON.parse(told).candidates[0].action.split('-');
}
