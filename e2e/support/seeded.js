// People who have played, for the screens that list them and their games: made once on each server.
import { isSignedIn, signUp } from './account.js';
import { DESKTOP } from './browser.js';
import { Person, offer, playTimed, resign } from './online.js';

const made = new Map();

/** What there is on the server of this page: who looks, by `cookies`, and the `opponent`, a player's name. */
export function seeded(page) {
  const { origin } = new URL(page.url());
  if (!made.has(origin)) made.set(origin, seed(page.context().browser(), origin));
  return made.get(origin);
}

/** Two games that moved ratings and one for a stake, one that is played, and one that waits for somebody. */
async function seed(browser, baseURL) {
  const people = [];
  for (const of of ['Kai', 'Lin']) {
    const context = await browser.newContext({ baseURL, locale: 'en', viewport: DESKTOP, reducedMotion: 'reduce', serviceWorkers: 'block' });
    context.setDefaultTimeout(30_000);
    const person = new Person(await context.newPage());
    const { name } = await signUp(person.page, of);
    await isSignedIn(person.page, name);
    people.push(Object.assign(person, { name }));
  }
  const [looks, opponent] = people;
  await play(people, 'Ratings', 2);
  await resign(opponent);
  await play(people, 'Ratings', 4);
  await resign(looks);
  await play(people, 'A stake', 2);
  await resign(opponent);
  await play(people, 'Ratings', 6);
  await offer(opponent, 'Ratings');
  const { cookies } = await looks.page.context().storageState();
  return { cookies, opponent: opponent.name };
}

/** A game of so many turns that counts for something. */
async function play([host, guest], counts, turns) {
  await offer(host, counts);
  await guest.page.goto('/lobby');
  await guest.page.getByRole('button', { name: new RegExp(`^Play ${host.name}:`) }).click();
  await host.game.bar(guest.name).waitFor();
  await playTimed([host, guest], turns);
}
