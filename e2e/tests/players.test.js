// The pages about players on a server where nobody has played yet, and where none can be reached.
import { assertAccessible } from '../support/axe.js';
import { online } from '../support/online.js';

const { meeting } = online();

const PAGES = [
  ['/account', 'Account', 'Create the account'],
  ['/lobby', 'Find a game', 'Nobody waits just now.'],
  ['/boards', 'Leaderboards', 'Nobody is on this board yet.'],
  ['/boards/blitz?window=week', 'Leaderboards', 'Nobody is on this board yet.'],
  ['/archive', 'Game archive', 'No games yet.'],
  ['/ranked', 'Play for points', 'Points are for accounts.'],
  ['/lobby/new', 'Make a game of your own', 'Put it in the lobby'],
];

for (const [address, heading, text] of PAGES) {
  meeting(`${address} before anybody has played`, { people: 1 }, async ({ page }) => {
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByText(text).first().waitFor();
    await assertAccessible(page);
  });
}

meeting('a page says that the server cannot be reached, and asks again', { people: 1 }, async ({ page, watched }) => {
  watched.assertNone = () => {};
  await page.route('**/api/boards/**', (route) => route.abort());
  await page.goto('/boards');
  await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  await assertAccessible(page);
  await page.unroute('**/api/boards/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Nobody is on this board yet.').waitFor();
});

meeting('nobody of that name', { people: 1 }, async ({ page, watched }) => {
  watched.assertNone = () => {};
  await page.goto('/u/nobody-at-all');
  await page.getByRole('alert').getByText('There is nothing here.').waitFor();
  await assertAccessible(page);
});
