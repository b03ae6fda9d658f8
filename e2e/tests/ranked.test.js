// A ranked game: the server deals it and plays the computer's part, and a win brings points.
import assert from 'node:assert/strict';
import { figure, isSignedIn, signUp } from '../support/account.js';
import { assertAccessible } from '../support/axe.js';
import { DESKTOP, PHONE } from '../support/browser.js';
import { online } from '../support/online.js';
import { bestTurn } from '../support/thinking.js';

const { meeting } = online();
/** Easy plays mostly at random, and hardly ever does not lose to who thinks. */
const TRIES = 3;
const TURNS = 600;

/** Plays as well as the engine does until the game is over: the result's heading. */
async function playOut(person) {
  const { board, game, page } = person;
  const mine = game.bar('You').getByText(/^Turn \d+$/, { exact: true });
  for (let turn = 0; turn < TURNS; turn++) {
    await mine.or(game.result).first().waitFor();
    if (await game.result.isVisible()) return game.result.getByRole('heading').first().textContent();
    const number = await mine.textContent().catch(() => undefined);
    if (number === undefined) continue;
    try {
      await board.tap(...(await bestTurn(page)));
    } catch (error) {
      // It may have ended by what the computer did.
      if (!(await game.result.isVisible())) throw error;
      continue;
    }
    await page.waitForFunction(
      (number) => {
        const shown = document.querySelector('[aria-label="You"] .turn');
        return shown?.textContent !== number || document.querySelector('dialog[open]') !== null;
      },
      number,
    );
  }
  throw new Error(`no end in ${TURNS} turns`);
}

meeting('a ranked game is won, and is on the board', { people: 1, viewports: [DESKTOP], timeout: 600_000 }, async (player) => {
  const { page, game } = player;
  const { name } = await signUp(page, 'Hana');
  await isSignedIn(page, name);
  await page.goto('/computer');
  await page.getByRole('link', { name: 'Play for points' }).click();
  await page.getByRole('radio', { name: 'Easy · 10 points' }).check();
  await page.getByRole('radio', { name: 'Taiwan, club' }).check();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Start the game' }).click();
  let won = false;
  for (let tries = 0; !won && tries < TRIES; tries++) {
    await player.turn(1);
    const title = await playOut(player);
    won = title.startsWith('You win');
    await page.getByRole('button', { name: /Deal verified/ }).first().waitFor();
    if (!won) {
      const address = page.url();
      await game.result.getByRole('button', { name: 'Another one' }).click();
      await page.waitForURL((url) => url.href !== address);
    }
  }
  assert.ok(won, `no win in ${TRIES} games`);
  await figure(game.result, 'Points').getByText('+10').waitFor();
  await assertAccessible(page);

  for (const question of ['', '?window=day', '?window=week']) {
    await page.goto(`/boards/points${question}`);
    await page.getByRole('row', { name: new RegExp(`${name} 10 10`) }).waitFor();
  }
  await page.getByText(/^You are in place \d+ of \d+\.$/).waitFor();
  await assertAccessible(page);
  await page.goto('/account');
  await figure(page, 'Points').getByText('10', { exact: true }).waitFor();
});

meeting('a ranked game is kept, and can be resigned', { people: 2, viewports: [PHONE] }, async (player, stranger) => {
  const { page, game } = player;
  const { name } = await signUp(page, 'Iris');
  await isSignedIn(page, name);
  await page.goto('/ranked');
  await page.getByRole('radio', { name: 'Easy · 10 points' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await player.turn(1);
  await player.play();
  await player.turn(3);
  await page.reload();
  await player.turn(3);
  await game.bar('Computer').getByText('Easy').waitFor();
  // Who watches sees who plays.
  await stranger.page.goto(page.url());
  await stranger.game.bar(name).waitFor();
  await page.goto('/');
  await page.getByRole('link', { name: /Computer, Easy.*Your move/ }).click();
  await player.turn(3);
  await game.button('Resign').click();
  await player.sheet('Resign this game?').getByRole('button', { name: 'Resign' }).click();
  await game.result.waitFor();
  await figure(game.result, 'Points').getByText('+0').waitFor();
  // What the server keeps of it can be analysed now.
  await game.result.getByRole('button', { name: 'Analyse' }).click();
  await page.waitForURL(/\/analysis\?g=/);
  await page.getByRole('heading', { level: 1, name: 'Analysis board' }).waitFor();
  const moves = page.getByRole('region', { name: 'Moves' }).getByRole('row').getByRole('button');
  await moves.nth(1).waitFor();
});

meeting('points are for accounts', { people: 1 }, async ({ page }) => {
  await page.goto('/ranked');
  await page.getByText('Points are for accounts.').waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Sign in or sign up' }).click();
  await signUp(page, 'Jun');
  // Everything goes on where one was.
  await page.getByRole('heading', { level: 1, name: 'Play for points' }).waitFor();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/g\//);
});
