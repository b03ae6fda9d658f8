// Games over the net: people who play and watch, each in a browser of their own.
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, launchBrowser, watch } from './browser.js';
import { Game } from './game.js';
import { tapTurn } from './player.js';
import { startServer } from './server.js';

/** Longer than a game of several people takes on a slow machine. */
const LIMIT = 180_000;
/** One machine makes all games and accounts here, and many of them. */
export const OFTEN = ['games', 'reads', 'sign-ups', 'sign-ins', 'recoveries'].flatMap((what) => [`--${what}-per-address`, '100/s burst 1000']);
const OPTIONS = [...OFTEN, '--log-level', 'warn'];
const CODE = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/;

/** Serves the client and its games while the tests of this file run. */
export function online() {
  let server;
  let browser;
  before(async () => {
    server = await startServer(OPTIONS);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** A test with so many people, at both sizes; it fails if any of their pages complained of anything. */
  function meeting(name, { people, viewports = [PHONE, DESKTOP], prepare = [], timeout = LIMIT, ...options }, steps) {
    for (const viewport of viewports) {
      test(`${name}, at ${viewport.width}x${viewport.height}`, { timeout }, async () => {
        const contexts = [];
        try {
          const all = [];
          for (let index = 0; index < people; index++) {
            const context = await browser.newContext({
              baseURL: server.url,
              viewport,
              hasTouch: viewport === PHONE,
              serviceWorkers: 'block',
              reducedMotion: 'reduce',
              permissions: ['clipboard-read', 'clipboard-write'],
              ...options,
            });
            contexts.push(context);
            context.setDefaultTimeout(20_000);
            const page = await context.newPage();
            const watched = await watch(page);
            await prepare[index]?.(page);
            all.push(Object.assign(new Person(page), { watched }));
          }
          await steps(...all);
          for (const { watched } of all) watched.assertNone();
        } finally {
          for (const context of contexts) await context.close();
        }
      });
    }
  }

  return { meeting };
}

/** Somebody who plays or watches. */
export class Person {
  constructor(page) {
    this.page = page;
    this.game = new Game(page);
    this.board = this.game.board;
  }

  /** Makes a game; the link of the invitation. */
  async invite({ rules = 'taiwan-quick', first = 'Draw tiles', clock = 'No clock' } = {}) {
    const { page } = this;
    await page.goto('/');
    await page.getByRole('link', { name: 'Play a friend' }).click();
    await page.getByRole('button', { name: 'House rules' }).click();
    await page.getByLabel('As a code').fill(rules);
    await page.getByRole('radio', { name: first }).check();
    await page.getByRole('radio', { name: clock }).check();
    await page.getByRole('button', { name: 'Make the game' }).click();
    await this.sheet('Invite').waitFor();
    return page.getByRole('textbox', { name: 'Link' }).inputValue();
  }

  /** Opens an invitation, and takes the seat. */
  async accept(link) {
    await this.page.goto(link);
    await this.sheet('Invite').getByRole('button', { name: 'Take the seat' }).click();
  }

  sheet(name) {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  async close(name) {
    await this.sheet(name).getByRole('button', { name: 'Close' }).click();
    await this.sheet(name).waitFor({ state: 'hidden' });
  }

  /** The chip with the seal, once it says this. */
  seal(says) {
    return this.page.getByRole('region', { name: 'Result' }).or(this.page.locator('main')).getByRole('button', { name: says });
  }

  /** The whole code of the seal. */
  async code(says = /Sealed before|All fits|Deal verified/) {
    await this.seal(says).first().click();
    const sheet = this.sheet('Seal');
    const code = CODE.exec(await sheet.getByText(CODE).first().textContent())[0];
    await this.close('Seal');
    return code;
  }

  /** Waits until it is this person's turn; of this number, if it is said. */
  async turn(number) {
    await this.game.bar('You').getByText(number === undefined ? /^Turn \d+$/ : `Turn ${number}`, { exact: true }).waitFor();
  }

  /** Waits until it is this person's turn, or is not, where clocks stand in the place of the turn's number. */
  async toMove(is = true) {
    await this.page.waitForFunction((is) => document.title.startsWith('Your move') === is, is);
  }

  /** The colour, once there is one. */
  async colour() {
    const about = await this.game.bar('You').textContent();
    return /Red/.test(about) ? 'red' : /Black/.test(about) ? 'black' : undefined;
  }

  /** Plays this turn by taps: a flip, a capture or a step. */
  async play() {
    return tapTurn(this.board, await this.colour());
  }
}

/** Puts a game into the lobby that counts for something. */
export async function offer({ page }, counts, prepare = async () => {}) {
  await page.goto('/lobby/new');
  await page.getByRole('radio', { name: counts }).check();
  await page.getByRole('radio', { name: 'I go first' }).check();
  await prepare(page);
  await page.getByRole('button', { name: 'Put it in the lobby' }).click();
  await page.getByRole('dialog', { name: 'Invite' }).getByRole('heading', { name: 'Waiting for somebody' }).waitFor();
}

export async function resign(loser) {
  await loser.game.button('Resign').click();
  await loser.sheet('Resign this game?').getByRole('button', { name: 'Resign' }).click();
}

/** Both pick a tile; who goes first comes first. */
export async function draw(creator, friend) {
  await creator.game.button('Tile 2').click();
  await creator.page.getByRole('button', { name: /^Tile 2, \w+, You$/ }).waitFor();
  await friend.page.getByRole('button', { name: /^Tile 2, \w+, Opponent$/ }).waitFor();
  await friend.game.button('Tile 5').click();
  for (const { game } of [creator, friend]) {
    await game.button('Begin').click();
    await game.board.grid.waitFor();
  }
  const begins = creator.game.turn('You', 1);
  await begins.or(creator.game.turn('Opponent', 1)).waitFor();
  return (await begins.isVisible()) ? [creator, friend] : [friend, creator];
}

/** Plays so many turns of a game with clocks. Who is to move comes first. */
export async function playTimed(players, count) {
  for (let turn = 0; turn < count; turn++) {
    const mover = players[turn % 2];
    await mover.toMove();
    await mover.play();
    await mover.toMove(false);
  }
}

/** Plays so many turns, one after the other, from this one on. Who is to move comes first, then as now. */
export async function playTurns(players, from, count) {
  for (let turn = from; turn < from + count; turn++) {
    const [mover, other] = turn % 2 === 1 ? players : players.toReversed();
    await mover.turn(turn);
    await mover.play();
    await other.turn(turn + 1);
  }
}
