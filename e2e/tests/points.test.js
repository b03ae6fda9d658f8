// Points for wins against the computer on the device: they are counted there, and stay.
import { figure } from '../support/account.js';
import { assertAccessible } from '../support/axe.js';
import { client } from '../support/client.js';
import { assertCount } from '../support/count.js';
import { Game } from '../support/game.js';
import { saved } from '../support/saved.js';

const { flow } = client();

// The Soldier in the corner has gone where a Chariot takes it: there was no other way.
const winning = await saved({
  rules: 'taiwan-quick',
  position: 'p3/1R2/R3/4/4/4/4/P3 r - 0 71',
  turns: ['a1-a2'],
  level: 'easy',
});

/** Takes the last piece, wherever it went. */
async function win(page) {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.turn('You', 73).waitFor();
  const squares = await game.board.squares();
  const [last] = Object.keys(squares).filter((name) => squares[name].startsWith('black'));
  await game.board.tap('b7', last);
  await game.result.waitFor();
  return game;
}

flow('a win on the device brings points that stay there', { stored: winning, reducedMotion: 'reduce' }, async (page) => {
  const game = await win(page);
  await figure(game.result, 'Points').getByText('+10', { exact: true }).waitFor();
  await assertAccessible(page);
  await page.goto('/computer');
  await page.getByText('Points on this device: 10', { exact: true }).waitFor();
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Play for points' }).waitFor();
});

flow('twenty wins a day count', { stored: { ...winning, 'banqi.points': `200 ${today()} 20 0 0 0` }, reducedMotion: 'reduce' }, async (page) => {
  const game = await win(page);
  await assertCount(figure(game.result, 'Points'), 0);
  await page.goto('/computer');
  await page.getByText('Points on this device: 200', { exact: true }).waitFor();
});

/** The day that it is, as the client counts them. */
function today() {
  return Math.floor(Date.now() / (24 * 60 * 60 * 1000));
}
