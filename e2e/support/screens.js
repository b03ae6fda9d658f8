// All screens of the client, and how one gets there in any language.
import { PASSWORD, newName } from './account.js';
import { fixChance } from './chance.js';
import { saved, stored } from './saved.js';
import { seeded } from './seeded.js';

const chain = await saved({
  rules: 'hong-kong:chain=on',
  position: '3k/4/4/4/4/1npc/1R2/4 b - 0 40',
  turns: ['d8-d7'],
});
// A whole game, but for the capture that ends it. The squares that its moves begin and end on.
const ENDS = ['c3', 'c8'];
const ending = await saved({
  rules: 'taiwan-quick',
  seed: 4,
  turns: `b4 a1 c1 d4 c4 d5 b4-c4 d6 d6-d5 d2 b2 b6 b3 a8 c8 a5 d1 c5 a5-c5 b1 c1-d1 c2 b2-b1 a7 d1-d2 c2-c1 c7 d8 c4-d4 a1-b1
    a6 b6-a6 a7-a6 c1-c2 c5-c2 b7 c7-c8 d3 a4 b1-a1 a3 a2 b3-a3 d7 c6 a1-b1 b7-c7 b1-c1 c3 c1-d1 c7-d7 b5 a6-a5 b5-c5 c2-c5 d1-c1
    c5-c1 b8 b8-a8 d8-c8`.split(/\s+/),
});
// The middle of a game.
const middle = await saved({
  rules: 'taiwan-chase',
  seed: 5,
  turns: `b4 b6 b5 b7 b4-b5 b2 b7-b6 b1 a6 a2 a3 c1 c1-b1 c2 c2-b2 a4 b2-a2 a6-b6 a2-b2 c7 c4 b8 b2-c2 c7-b7 a3-a2 b6-a6 a1 a1-a2
    c5 c4-b4 c5-c4 b7-b6 b5-b4 a4-b4 c4-b4 a7 b4-a4 b6-b5 a4-a3 d8 a3-a2 a6-b6 a7-a6 d7 c8 c8-d8`.split(/\s+/),
});
// A Chariot that has chased a Horse as often as it may, in the middle of a game.
const chase = await saved({
  rules: 'taiwan-chase',
  position: '??P?/?m?c/kn?1/?2M/GR1p/???1/??1C/??1? r K1G1M1R1N1C1P2g1m1r1n1c1p2 4 39',
  turns: 'b4-c4 b6-b5 c4-c5 b5-b4 c5-c4 b4-b5 c4-c5 b5-b4 c5-c4 b4-b5 c4-c5 b5-b4'.split(' '),
});
const computer = await saved({
  rules: 'taiwan-tournament',
  position: 'K2r/4/1n2/4/??2/3c/4/PR2 r p1P1 7 41',
  turns: ['b1-c1'],
  level: 'easy',
});
const damaged = stored(chain['banqi.game.1'].replace('d8-d7', 'd8-c8'));

/** A button by how its name begins: a line about it may follow. */
const press = (page, name) => page.getByRole('button', { name: new RegExp(`^${name}`) }).filter({ visible: true }).first().click();
const boards = (page) => page.getByRole('grid').waitFor();
const sheet = (page) => page.getByRole('dialog').filter({ visible: true }).first().waitFor();
/** Opens a sheet of the row of actions. */
const opens = (key) => async (page, say) => {
  await boards(page);
  await press(page, say(key));
  await sheet(page);
};
/** Of a page under a heading. */
const heading = (page) => page.locator('h1').first().waitFor();
/** Of a page that has to ask the server: its answer too. */
const answered = async (page) => {
  await heading(page);
  await page.waitForFunction(() => document.querySelector('.waits') === null);
};
/** Plays the capture that ends the game. */
async function finish(page) {
  for (const square of ENDS) await page.locator(`[data-square="${square}"]`).click();
  await sheet(page);
}
/** Opens a page as one of those who have played on this server; the address may depend on them. */
const as = (address) => async (page) => {
  const people = await seeded(page);
  await page.context().addCookies(people.cookies);
  await page.goto(typeof address === 'function' ? address(people) : address);
  await answered(page);
};

/** An article comes by itself, after its heading. */
const article = (page) => page.locator('h2').nth(1).waitFor();

/** Makes an account for this page, by what the server offers to programs. */
async function account(page) {
  const name = newName('Mei');
  const made = await page.request.post('/api/account', { data: { name, password: PASSWORD }, headers: origin(page) });
  if (!made.ok()) throw new Error(`no account: ${made.status()} ${await made.text()}`);
  return name;
}

const origin = (page) => ({ origin: new URL(page.url()).origin });

/** Makes a game for this page: its path. */
async function game(page, wishes = {}) {
  const data = { rules: 'taiwan-tournament', clock: { kind: 'none' }, first: 'tiles', ...wishes };
  const made = await page.request.post('/api/games', { data, headers: origin(page) });
  if (!made.ok()) throw new Error(`no game: ${made.status()} ${await made.text()}`);
  return (await made.json()).path;
}

/**
 * A screen: its name, what the browser has kept before, where it is, and what to do there. `only` is for screens that are
 * not there at each width: `narrow` is below 1000 px.
 */
export const SCREENS = [
  { name: 'home', path: '/', steps: boards },
  { name: 'home-games', path: '/', kept: chain, steps: boards },
  { name: 'computer', path: '/computer', steps: heading },
  { name: 'same-screen', path: '/same-screen', steps: heading },
  {
    name: 'house-rules',
    path: '/computer',
    steps: async (page, say) => {
      await press(page, say('setup.house'));
      await page.getByLabel(say('setup.written')).waitFor();
    },
  },
  {
    name: 'house-rules-error',
    path: '/computer',
    steps: async (page, say) => {
      await press(page, say('setup.house'));
      await page.getByLabel(say('setup.written')).fill('taiwan-quick:quiet=lots');
      await page.getByRole('alert').filter({ visible: true }).first().waitFor();
    },
  },
  { name: 'rules', path: '/rules', steps: heading },
  { name: 'settings', path: '/settings', steps: heading },
  {
    name: 'tiles',
    path: '/same-screen',
    steps: async (page, say) => {
      await press(page, say('setup.start'));
      await page.getByRole('button', { name: say('game.tile', { number: 3 }) }).click();
    },
  },
  { name: 'game', path: '/game/1', kept: middle, steps: boards },
  { name: 'game-computer', path: '/game/1', kept: computer, steps: boards },
  {
    name: 'game-note',
    path: '/game/1',
    kept: chase,
    steps: async (page) => {
      await page.locator('[data-square="c5"]').click();
      await page.locator('[data-square="c4"]').click();
      await page.locator('.note').waitFor();
    },
  },
  {
    name: 'game-chain',
    path: '/game/1',
    kept: chain,
    steps: async (page, say) => {
      await page.locator('[data-square="b2"]').click();
      await page.locator('[data-square="b3"]').click();
      await page.getByRole('button', { name: say('game.end_chain') }).filter({ visible: true }).first().waitFor();
    },
  },
  { name: 'bag', path: '/game/1', kept: middle, only: 'narrow', steps: opens('game.bag') },
  { name: 'moves', path: '/game/1', kept: middle, only: 'narrow', steps: opens('game.moves') },
  { name: 'resign', path: '/game/1', kept: middle, steps: opens('game.resign') },
  { name: 'more', path: '/game/1', kept: middle, steps: opens('game.more') },
  {
    name: 'draw-offer',
    path: '/game/1',
    kept: middle,
    steps: async (page, say) => {
      await boards(page);
      await page.getByRole('button', { name: new RegExp(`^(${say('game.draw')}|${say('game.offer_draw')})$`) }).click();
      await page.getByRole('button', { name: say('game.accept') }).waitFor();
    },
  },
  {
    name: 'end',
    path: '/game/1',
    kept: ending,
    steps: finish,
  },
  { name: 'damaged', path: '/game/1', kept: damaged, steps: heading },
  { name: 'missing', path: '/game/1', steps: heading },
  { name: 'nowhere', path: '/nowhere', steps: heading },
  { name: 'friend', path: '/friend', steps: heading },
  {
    name: 'invite',
    path: '/',
    steps: async (page) => {
      await page.goto(await game(page));
      await sheet(page);
    },
  },
  {
    name: 'no-such-game',
    path: '/',
    steps: async (page, say) => {
      await page.goto('/g/0123456789abcdef');
      await page.getByText(say('online.missing_text')).waitFor();
    },
    complains: true,
  },
  { name: 'lobby', path: '/lobby', steps: answered },
  { name: 'lobby-games', path: '/lobby', steps: as('/lobby') },
  { name: 'lobby-new', path: '/lobby/new', steps: heading },
  { name: 'sign-in', path: '/account', steps: heading },
  {
    name: 'account',
    path: '/account',
    steps: async (page) => {
      const name = await account(page);
      await page.reload();
      await page.getByText(name, { exact: true }).first().waitFor();
      await answered(page);
    },
  },
  { name: 'account-games', path: '/account', steps: as('/account') },
  {
    name: 'profile',
    path: '/account',
    steps: async (page) => {
      const name = await account(page);
      await page.goto(`/u/${name}`);
      await page.getByRole('heading', { name }).first().waitFor();
      await answered(page);
    },
  },
  {
    name: 'profile-games',
    path: '/account',
    steps: async (page) => {
      await as(({ opponent }) => `/u/${opponent}`)(page);
      await page.locator('.graph').waitFor();
    },
  },
  {
    name: 'ranked',
    path: '/account',
    steps: async (page) => {
      await account(page);
      await page.goto('/ranked');
      await heading(page);
    },
  },
  { name: 'boards', path: '/boards', steps: answered },
  { name: 'boards-players', path: '/boards', steps: as('/boards/stake') },
  { name: 'archive', path: '/archive?rules=mainland', steps: answered },
  { name: 'archive-games', path: '/archive', steps: as('/archive') },
  { name: 'finished', path: '/finished', steps: heading },
  {
    name: 'finished-games',
    path: '/game/1',
    kept: ending,
    steps: async (page) => {
      await finish(page);
      await page.evaluate(() => {
        const text = localStorage.getItem('banqi.game.1');
        for (const id of [2, 3]) localStorage.setItem(`banqi.game.${id}`, text);
      });
      await page.goto('/finished');
      await page.locator('.game-line').nth(2).waitFor();
    },
  },
  {
    name: 'analysis',
    path: '/analysis',
    steps: async (page) => {
      await boards(page);
      await page.locator('.line-chance').nth(2).waitFor();
    },
  },
  {
    name: 'analysis-done',
    path: '/analysis?position=3k%2F4%2F4%2F4%2F4%2F4%2F%3F3%2FP3%20r%20r1%2018%2069&rules=mainland',
    steps: async (page, say) => {
      await boards(page);
      await page.locator('.thoughts-state').filter({ hasText: say('analysis.done') }).waitFor();
    },
  },
  { name: 'learn', path: '/learn', steps: heading },
  { name: 'article', path: '/learn/strategy', steps: article },
  { name: 'questions', path: '/learn/questions', steps: article },
  { name: 'rules-of-a-preset', path: '/learn/rules/hong-kong', steps: heading },
  { name: 'course', path: '/learn/course', steps: heading },
  { name: 'lesson', path: '/learn/course/cannon', steps: boards },
  { name: 'drill', path: '/learn/drill', steps: heading },
];

/** Opens a screen in a page that nobody has used, and leaves it when it stands still. */
export async function open(page, screen, say) {
  await fixChance(6)(page);
  await page.goto(screen.path);
  await screen.steps(page, say);
  await page.evaluate(() => document.fonts.ready);
}

/** The options of a browser's context for a screen in a language: what it has kept, and what it asks for. */
export function context(screen, language, url) {
  const kept = { ...screen.kept };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return {
    baseURL: url,
    locale: language,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  };
}
