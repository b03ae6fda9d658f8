// The lobby: who waits is found, filtered, accepted and paired; what is played can be watched.
import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.js';
import { online, playTimed } from '../support/online.js';

const { meeting } = online();

/** Puts a casual game into the lobby. */
async function offer({ page }, { rules = 'Taiwan, quick', clock = '5 min + 3 s a turn' } = {}) {
  await page.goto('/lobby/new');
  await page.getByRole('radio', { name: rules }).check();
  await page.getByRole('radio', { name: clock }).check();
  await page.getByRole('radio', { name: 'I go first' }).check();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Put it in the lobby' }).click();
  await page.getByRole('dialog', { name: 'Invite' }).getByRole('heading', { name: 'Waiting for somebody' }).waitFor();
}

meeting('a game that waits is accepted, and watched', { people: 3 }, async (creator, other, spectator) => {
  await offer(creator);
  const { page } = other;
  await page.goto('/');
  await page.getByRole('link', { name: /^Find a game Who/ }).click();
  await page.getByRole('button', { name: /^Play Guest: Taiwan, quick/ }).waitFor();
  await assertAccessible(page);
  await page.getByLabel('Speed').selectOption('rapid');
  await page.getByText('Nobody waits for such a game.').waitFor();
  await page.getByLabel('Speed').selectOption('blitz');
  await page.getByRole('button', { name: /^Play Guest: Taiwan, quick/ }).click();
  await playTimed([creator, other], 2);

  // The list comes without anybody asking for it, and keeps the focus where it was.
  await spectator.page.goto('/lobby');
  const watch = spectator.page.getByRole('link', { name: /Guest and Guest.*Watch/ }).first();
  await watch.waitFor();
  await assertAccessible(spectator.page);
  await watch.click();
  await spectator.board.grid.waitFor();
  await spectator.game.bar('Player 2').waitFor();
  await other.game.button('Resign').click();
  await other.sheet('Resign this game?').getByRole('button', { name: 'Resign' }).click();
  await spectator.game.result.waitFor();
});

meeting('a game that waits is cancelled', { people: 2 }, async (creator, other) => {
  await offer(creator, { rules: 'Mainland', clock: '15 min + 10 s a turn' });
  await other.page.goto('/lobby');
  await other.page.getByRole('button', { name: /^Play Guest: Mainland/ }).waitFor();
  const { page } = creator;
  await page.goto('/lobby');
  await page.getByRole('button', { name: /^Cancel your game: Mainland/ }).click();
  await page.getByRole('button', { name: /^Cancel your game/ }).waitFor({ state: 'hidden' });
  await other.page.getByRole('button', { name: /^Play Guest: Mainland/ }).waitFor({ state: 'hidden' });
});

meeting('two who look for the same are paired', { people: 2 }, async (one, other) => {
  const pair = async ({ page }) => {
    await page.goto('/lobby');
    await page.getByRole('button', { name: /^10\+5/ }).click();
    await page.waitForURL(/\/g\//);
  };
  await pair(one);
  await one.sheet('Invite').waitFor();
  await pair(other);
  assert.equal(other.page.url(), one.page.url());
  // Chance decides who goes first; both see each other.
  for (const { game } of [one, other]) await game.bar('Guest').waitFor();
  await Promise.any([one.toMove(), other.toMove()]);
});
