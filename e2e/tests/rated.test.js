// Games that count for something between two accounts: ratings and stakes, and what profiles show of them.
import assert from 'node:assert/strict';
import { figure, isSignedIn, signUp } from '../support/account.js';
import { assertAccessible } from '../support/axe.js';
import { offer, online, playTimed, resign } from '../support/online.js';

const { meeting } = online();

/** Two people with accounts. */
async function accounts(...people) {
  const names = [];
  for (const [index, { page }] of people.entries()) {
    const { name } = await signUp(page, index === 0 ? 'Kai' : 'Lin');
    await isSignedIn(page, name);
    names.push(name);
  }
  return names;
}

meeting('a rated game moves both ratings', { people: 2 }, async (winner, loser) => {
  const names = await accounts(winner, loser);
  await offer(winner, 'Ratings');
  await loser.page.goto('/lobby');
  await loser.page.getByRole('button', { name: new RegExp(`^Play ${names[0]}:.*Rated`) }).click();
  await winner.game.bar(names[1]).waitFor();
  await playTimed([winner, loser], 2);
  await resign(loser);
  await winner.game.result.waitFor();
  await figure(winner.game.result, 'Rating').getByText(/^1\d{3} \(\+\d+\)$/).waitFor();
  await figure(loser.game.result, 'Rating').getByText(/^1\d{3} \(−\d+\)$/).waitFor();
  await assertAccessible(winner.page);

  // Both of them at a profile, with its graph.
  const { page } = loser;
  await page.goto(`/u/${names[0]}`);
  const graph = page.getByRole('img', { name: /^Blitz, 1 games: from (\d+) to \1/ });
  await graph.waitFor();
  await page.getByText('As a table').click();
  await page.getByRole('row').filter({ hasText: /1[56]\d\d/ }).first().waitFor();
  await figure(page, 'Won').getByText('1', { exact: true }).waitFor();
  await page.getByText('You won 0, drew 0 and lost 1.').waitFor();
  await page.getByRole('link', { name: new RegExp(`${names[0]}.* and ${names[1]}.*${names[0]} won`) }).first().waitFor();
  await assertAccessible(page);
  const rating = await figure(page, 'Blitz').textContent();
  assert.match(rating, /^1[56]\d\d\?.*1 game, provisional$/);

  // And in the archive.
  await page.goto('/archive');
  await page.getByLabel('Player').fill(names[0]);
  await page.getByLabel('Against').fill(names[1]);
  await page.getByLabel('Kind').selectOption('rated');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/player=.*against=.*kind=rated/);
  await page.getByRole('link', { name: new RegExp(`${names[0]} won`) }).waitFor();
  await assertAccessible(page);
  await page.getByLabel('Kind').selectOption('stake');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No game is like that.').waitFor();
});

meeting('a stake moves both balances', { people: 2 }, async (winner, loser) => {
  const names = await accounts(winner, loser);
  await offer(winner, 'A stake', async (page) => {
    await page.getByLabel('Base of the stake').fill('0');
    await page.getByText('1 to 1000.').waitFor();
    await assertAccessible(page);
    await page.getByLabel('Base of the stake').fill('7');
  });
  await loser.page.goto('/lobby');
  await loser.page.getByRole('button', { name: new RegExp(`^Play ${names[0]}:.*Stake 7`) }).click();
  await playTimed([winner, loser], 2);
  await resign(loser);
  // Nobody has taken much in two turns: five times the base.
  await figure(winner.game.result, 'Stake').getByText('+35', { exact: true }).waitFor();
  await figure(loser.game.result, 'Stake').getByText('−35', { exact: true }).waitFor();
  await winner.page.goto('/boards/stake?window=day');
  await winner.page.getByRole('row', { name: new RegExp(`${names[0]} 35`) }).waitFor();
  await loser.page.goto('/account');
  await figure(loser.page, 'Balance').getByText('−35', { exact: true }).waitFor();
});

meeting('who has no account is sent for one, and comes back', { people: 2 }, async (creator, guest) => {
  guest.watched.assertNone = () => {};
  await accounts(creator);
  await creator.page.goto('/friend');
  await creator.page.getByRole('radio', { name: 'Ratings' }).check();
  await creator.page.getByText('A rated game needs a clock.').waitFor();
  await assertAccessible(creator.page);
  await creator.page.getByRole('radio', { name: '5 min + 3 s a turn' }).check();
  await creator.page.getByRole('button', { name: 'Make the game' }).click();
  await creator.sheet('Invite').waitFor();
  const link = await creator.page.getByRole('textbox', { name: 'Link' }).inputValue();
  await guest.accept(link);
  await guest.page.getByText('This needs an account.').filter({ visible: true }).first().waitFor();
  const { name } = await signUp(guest.page, 'Mo');
  await isSignedIn(guest.page, name);
  await guest.accept(link);
  await creator.game.bar(name).waitFor();
});
