// Pieces that are carried with the pointer: by mouse, and by finger.
import assert from 'node:assert/strict';
import { DESKTOP, PHONE } from '../support/browser.js';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { saved } from '../support/saved.js';

const { flow } = client();

const middle = await saved({
  rules: 'taiwan-quick',
  position: '3k/4/4/4/4/4/n3/R2P b - 0 72',
  turns: ['d8-d7'],
});

/** The middle of a square. */
async function middleOf(game, name) {
  const { x, y, width, height } = await game.board.square(name).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** A finger, as a touch screen reports it. */
async function finger(page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type) => (at) => session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  return { down: touch('touchStart'), move: touch('touchMove'), up: touch('touchEnd') };
}

for (const reducedMotion of ['reduce', 'no-preference']) {
  flow(`a piece is carried with the mouse, motion ${reducedMotion}`, { viewports: [DESKTOP], stored: middle, reducedMotion }, async (page) => {
    await page.goto('/game/1');
    const game = new Game(page);
    await game.turn('Player 1', 73).or(game.turn('Player 2', 73)).first().waitFor();
    const { x, y } = await middleOf(game, 'a1');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 30, { steps: 4 });
    await game.board.called('a2, black horse, can be captured').waitFor();
    await game.board.called('b1, empty, can be stepped to').waitFor();
    const disc = await game.board.square('a1').locator('.disc').boundingBox();
    assert.ok(Math.abs(disc.x + disc.width / 2 - x - 40) < 4, 'the disc is under the pointer');

    // Let go where it cannot go, it is where it was, and not in hand.
    const away = await middleOf(game, 'c5');
    await page.mouse.move(away.x, away.y, { steps: 4 });
    await page.mouse.up();
    await game.hear('a1 put down');
    await game.board.called('a1, red chariot').waitFor();
    assert.equal((await game.moves()).length, 1);

    await page.mouse.move(x, y);
    await page.mouse.down();
    const to = await middleOf(game, 'a2');
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await game.hear('red chariot, a1 takes black horse on a2');
    await game.board.called('a2, red chariot, moved here').waitFor();
    assert.equal((await game.moves()).length, 2);
  });
}

flow('a tap is still a tap, by mouse and by finger', { stored: middle }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.board.tap('a1');
  await game.board.called('a1, red chariot, picked up').waitFor();
  await game.board.tap('b1');
  await game.board.called('b1, red chariot, moved here').waitFor();
});

flow('Escape puts a carried piece back', { viewports: [DESKTOP], stored: middle }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.board.square('a1').waitFor();
  const [from, to] = [await middleOf(game, 'a1'), await middleOf(game, 'b1')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await game.board.called('a1, red chariot').waitFor();
  assert.equal((await game.moves()).length, 1);
});

flow('a finger carries a piece and scrolls the page elsewhere', { viewports: [PHONE], stored: middle }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.board.square('a1').waitFor();
  const touch = await finger(page);
  const go = async (from, to) => {
    await touch.down(from);
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
      await touch.move({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    }
    await touch.up();
  };
  // Longer than the window, so that there is something to scroll.
  await page.evaluate(() => (document.body.style.minHeight = '1400px'));
  await go(await middleOf(game, 'a1'), await middleOf(game, 'b1'));
  await game.board.called('b1, red chariot, moved here').waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0, 'the page stays');
  const from = await middleOf(game, 'c5');
  await go(from, { x: from.x, y: from.y - 200 });
  await page.waitForFunction(() => scrollY > 50);
  assert.equal((await game.moves()).length, 2);
});

flow('a second finger lets nothing go that the first one carries', { viewports: [PHONE], stored: middle }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.board.square('a1').waitFor();
  const session = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [from, to, other] = [await middleOf(game, 'a1'), await middleOf(game, 'b1'), await middleOf(game, 'd4')];
  const [first, second] = [{ ...from, id: 0 }, { ...other, id: 1 }];
  await touch('touchStart', [first]);
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', [{ ...first, x: from.x + (to.x - from.x) * part }]);
  const over = { ...first, x: to.x };
  await game.board.called('b1, empty, can be stepped to').waitFor();
  await touch('touchStart', [over, second]);
  // What is left out goes up.
  await touch('touchMove', [over]);
  await page.waitForTimeout(200);
  await game.board.called('a1, red chariot, picked up').waitFor();
  await touch('touchEnd', []);
  await game.board.called('b1, red chariot, moved here').waitFor();
});
