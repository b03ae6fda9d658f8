// Every screen, for those who see little or nothing: axe-core finds nothing, in light colours and in dark.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from '../support/axe.js';
import { PHONE } from '../support/browser.js';
import { fixChance } from '../support/chance.js';
import { client } from '../support/client.js';
import { Game } from '../support/game.js';
import { saved, stored } from '../support/saved.js';

const { flow, visit } = client();

const chain = await saved({
  rules: 'hong-kong:chain=on',
  position: '3k/4/4/4/4/1npc/1R2/4 b - 0 40',
  turns: ['d8-d7'],
});
// One more capture and it is over.
const ending = await saved({
  rules: 'taiwan-quick',
  position: '4/4/4/4/4/n3/4/R2P b - 0 72',
  turns: ['a3-a2'],
});
// A Chariot that has chased a Horse as often as it may, in the middle of a game.
const chase = await saved({
  rules: 'taiwan-chase',
  position: '??P?/?m?c/kn?1/?2M/GR1p/???1/??1C/??1? r K1G1M1R1N1C1P2g1m1r1n1c1p2 4 39',
  turns: 'b4-c4 b6-b5 c4-c5 b5-b4 c5-c4 b4-b5 c4-c5 b5-b4 c5-c4 b4-b5 c4-c5 b5-b4'.split(' '),
});
const damaged = stored(chain['banqi.game.1'].replace('d8-d7', 'd8-c8'));

/** A screen, reached by these steps. Without motion, since axe measures colours that are still changing. */
function screen(name, options, steps) {
  flow(name, { prepare: fixChance(6), reducedMotion: 'reduce', ...options }, async (page) => {
    await steps(page);
    await assertAccessible(page);
  });
}

test('what is wrong would be found', () =>
  visit(async (page) => {
    await page.goto('/settings');
    await heading(page, 'Settings');
    await page.evaluate(() => document.querySelector('main').append(document.createElement('button')));
    await assert.rejects(assertAccessible(page), /button-name/);
  }));

const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();

screen('home', {}, async (page) => {
  await page.goto('/');
  await heading(page, /face down/);
});

screen('home with a game that waits', { stored: chain }, async (page) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your games' }).waitFor();
});

for (const [name, path] of [['Play the computer', '/computer'], ['Same screen', '/same-screen']]) {
  screen(`setup: ${name}`, {}, async (page) => {
    await page.goto(path);
    await heading(page, name);
  });
}

screen('house rules', {}, async (page) => {
  await page.goto('/computer');
  await page.getByRole('button', { name: 'House rules' }).click();
  await page.getByRole('checkbox', { name: 'Chain captures' }).check();
  await page.getByRole('button', { name: 'Move Cannon up' }).click();
});

screen('house rules with an error', {}, async (page) => {
  await page.goto('/computer');
  await page.getByRole('button', { name: 'House rules' }).click();
  await page.getByLabel('As it is written').fill('taiwan-quick:quiet=lots');
  await page.getByRole('alert').getByText('quiet').waitFor();
});

screen('tiles', {}, async (page) => {
  await page.goto('/same-screen');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('button', { name: 'Tile 3' }).click();
  await page.getByRole('button', { name: /^Tile 3, .*, Player 1$/ }).waitFor();
});

screen('game', { stored: chase }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.turn('Player 1', 51).or(game.turn('Player 2', 51)).first().waitFor();
});

screen('game with a note', { stored: chase }, async (page) => {
  await page.goto('/game/1');
  const { board } = new Game(page);
  await board.tap('c5', 'c4');
  await page.getByText('Not this one.').filter({ visible: true }).first().waitFor();
});

screen('game with a chain', { stored: chain }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.board.tap('b2', 'b3');
  await game.button('End chain').waitFor();
});

// A desktop has bag and moves beside the board.
for (const [sheet, viewports] of [['Bag', [PHONE]], ['Moves', [PHONE]], ['Resign'], ['More']]) {
  screen(`game with the sheet ${sheet}`, { stored: chase, viewports }, async (page) => {
    await page.goto('/game/1');
    await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: sheet }).click();
    await page.getByRole('dialog').waitFor();
  });
}

screen('draw offer', { stored: chase }, async (page) => {
  await page.goto('/game/1');
  await page.getByRole('button', { name: /^(Offer draw|Draw)$/ }).click();
  await page.getByRole('button', { name: 'Accept' }).waitFor();
});

screen('end sheet', { stored: ending }, async (page) => {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.board.tap('a1', 'a2');
  await game.result.waitFor();
});

screen('settings', {}, async (page) => {
  await page.goto('/settings');
  await heading(page, 'Settings');
});

screen('a damaged game', { stored: damaged }, async (page) => {
  await page.goto('/game/1');
  await heading(page, 'This game is damaged');
});

screen('a game that is not there', {}, async (page) => {
  await page.goto('/game/1');
  await heading(page, 'No such game');
});

screen('an address that leads nowhere', {}, async (page) => {
  await page.goto('/nowhere');
  await heading(page, 'Nothing here');
});
