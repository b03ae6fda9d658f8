// Two people at one device: clocks, the far side turned round, offers that wait.
import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.js';
import { DESKTOP, PHONE } from '../support/browser.js';
import { fixChance } from '../support/chance.js';
import { client } from '../support/client.js';
import { Game, tag } from '../support/game.js';
import { saved } from '../support/saved.js';

const { flow } = client();

const middle = await saved({
  rules: 'taiwan-quick',
  position: '3k/4/4/4/4/4/n3/R3 b - 0 72',
  turns: ['d8-d7'],
});

/** The browser's clock is the test's. */
async function stoppedClock(page) {
  await fixChance(1)(page);
  await page.clock.install({ time: new Date('2026-01-01T12:00:00') });
}

/** A new game with this clock; the first player goes first. */
async function begin(page, clock, steps = async () => {}) {
  await page.goto('/same-screen');
  await page.getByRole('radio', { name: clock }).check();
  await page.getByRole('radio', { name: 'The first player' }).check();
  await steps();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const game = new Game(page);
  await game.board.grid.waitFor();
  return game;
}

/** Waits until a player's clock shows this time, or up to so many seconds less: the test itself takes some of it. */
async function timer(game, player, time, slack = 9) {
  const seconds = (text) => text.split(':').reduce((all, part) => all * 60 + Number(part), 0);
  const bar = await game.bar(player).elementHandle();
  await game.page.waitForFunction(
    ([bar, most, slack]) => {
      const text = bar.querySelector('.clock [aria-hidden]').textContent;
      const left = text.split(':').reduce((all, part) => all * 60 + Number(part), 0);
      return left <= most && left >= most - slack;
    },
    [bar, seconds(time), slack],
  );
}

flow('clocks run for who is to move, and stand until a tap after a reload', { prepare: stoppedClock, reducedMotion: 'reduce' }, async (page) => {
  const game = await begin(page, '5 min + 5 s a turn');
  await timer(game, 'Player 1', '5:00', 0);
  await page.clock.runFor(30_000);
  await timer(game, 'Player 1', '5:00', 0);
  await game.board.tap('b2');
  await page.clock.runFor(20_000);
  await timer(game, 'Player 2', '4:40');
  await game.board.tap('c3');
  await timer(game, 'Player 2', '4:45');
  await page.clock.runFor(4_000);
  await timer(game, 'Player 1', '4:56');
  await assertAccessible(page);

  await page.reload();
  await game.button('Go on').waitFor();
  await page.clock.runFor(60_000);
  await timer(game, 'Player 1', '4:56');
  await game.board.tap('a1');
  await game.hear('The clocks go on.');
  assert.equal((await game.moves()).length, 2, 'a tap only lets them go on');
  await page.clock.runFor(6_000);
  await timer(game, 'Player 1', '4:50');
});

flow('a pause, little time, and a loss on time', { prepare: stoppedClock, reducedMotion: 'reduce' }, async (page) => {
  const game = await begin(page, 'Another time', async () => {
    await page.getByLabel('Minutes').fill('0');
    await page.getByRole('alert').getByText('1 to 180.').waitFor();
    await page.getByRole('button', { name: 'Start the game' }).click({ force: true });
    await page.getByText('First mend what is marked at the clock.').waitFor();
    await page.getByLabel('Minutes').fill('1');
    await page.getByLabel('Seconds a turn').fill('0');
  });
  await game.board.tap('b2');
  await page.clock.runFor(10_000);
  if (!(await game.button('Pause').isVisible())) await game.button('More').click();
  await game.button('Pause').click();
  await game.hear('The clocks stand still.');
  await assertAccessible(page);
  await page.clock.runFor(100_000);
  await timer(game, 'Player 2', '0:50');
  await game.button('Go on').click();
  await page.clock.runFor(30_000);
  await page.clock.runFor(1_000);
  for (let left = 0; left < 15 && !(await game.said.textContent()).includes('10 seconds left.'); left++) await page.clock.runFor(1_000);
  await game.hear('10 seconds left.');
  await timer(game, 'Player 2', '0:10', 10);
  await assertAccessible(page);
  await page.clock.runFor(12_000);
  await game.result.getByText('Player 2’s time ran out.').waitFor();
  assert.equal(tag(await game.record(), 'Termination'), 'time');
  await game.result.getByRole('button', { name: 'Rematch' }).click();
  await timer(game, 'Player 1', '1:00');
});

flow('an offer of a draw waits across a reload', { stored: middle }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await page.getByRole('button', { name: /^(Offer draw|Draw)$/ }).click();
  await game.button('Accept').waitFor();
  await page.reload();
  await game.button('Accept').click();
  await game.result.getByText('You both agreed.').waitFor();
});

flow('the far side is turned round, and reaches what there is to do', { stored: middle, reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.button('More').click();
  await page.getByRole('checkbox', { name: /Turn the far side round/ }).check();
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Close' }).click();
  assert.equal(await game.bar('Player 2').evaluate((bar) => getComputedStyle(bar).rotate), '180deg');
  const near = await game.bar('Player 1').evaluate((bar) => getComputedStyle(bar).rotate);
  assert.equal(near, 'none');
  await page.reload();
  await game.button('Actions of the far side').click();
  const sheet = page.getByRole('dialog', { name: 'Actions of the far side' });
  assert.equal(await sheet.evaluate((sheet) => getComputedStyle(sheet).rotate), '180deg');
  await assertAccessible(page);
  await sheet.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog', { name: 'Resign this game?' }).getByRole('button', { name: 'Go on playing' }).click();
  // The near side offers; the far side has the question before it.
  await game.board.tap('a1', 'b1');
  await game.turn('Player 1', 74).waitFor();
  await page.getByRole('button', { name: /^(Offer draw|Draw)$/ }).click();
  await sheet.getByRole('button', { name: 'Accept' }).click();
  await game.result.waitFor();
});

flow('the board stays as it lies while the players change', { stored: middle, viewports: [PHONE, DESKTOP], reducedMotion: 'reduce' }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  const places = () => page.locator('[data-square]').evaluateAll((cells) => cells.map((cell) => cell.dataset.square));
  await game.board.square('a1').waitFor();
  const before = await places();
  await game.board.tap('a1', 'b1');
  await game.board.called('b1, red chariot, moved here').waitFor();
  assert.deepEqual(await places(), before);
});
