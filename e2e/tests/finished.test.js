// Games that are over: listed, opened, stepped through, saved as files, and removed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { assertAccessible } from '../support/axe.js';
import { client } from '../support/client.js';
import { assertCount } from '../support/count.js';
import { Game } from '../support/game.js';
import { run } from '../support/program.js';
import { saved } from '../support/saved.js';

const { flow } = client();

const ending = await saved({
  rules: 'taiwan-quick',
  position: '4/4/4/4/4/n3/4/R2P b - 0 72',
  turns: ['a3-a2'],
});

/** Takes the last piece. */
async function finish(page) {
  await page.goto('/game/1');
  const game = new Game(page);
  await game.board.tap('a1', 'a2');
  await game.result.waitFor();
  return game;
}

/** The records in a file that the page has the browser save. */
async function downloaded(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFile(await download.path(), 'utf8');
}

flow('a game that is over is found, looked at, and saved as a file', { stored: ending, reducedMotion: 'reduce', acceptDownloads: true }, async (page) => {
  let game = await finish(page);
  await game.result.getByRole('button', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'Finished games' }).click();
  await page.getByRole('heading', { level: 1, name: 'Finished games' }).waitFor();
  await assertAccessible(page);
  const all = await downloaded(page, page.getByRole('button', { name: 'Download all' }));
  await run(['record', 'check', '-'], all);
  assert.ok(!all.includes('Resume'), 'what only this browser needs stays here');

  await page.getByRole('link', { name: /Same screen.*Red wins.*2 turns · Taiwan, quick/ }).click();
  game = new Game(page);
  await game.board.called('a2, red chariot, moved here').waitFor();
  await page.getByRole('button', { name: 'Moves', exact: true }).or(page.getByRole('region', { name: 'Moves' })).first().click();
  await page.getByRole('button', { name: 'One turn back' }).first().click();
  await game.hear('Looking at the game after turn');
  // A phone has the moves on a sheet.
  const sheet = page.getByRole('dialog', { name: 'Moves' });
  const isSheet = await sheet.isVisible();
  await (isSheet ? sheet : page).getByRole('button', { name: 'Return' }).click();
  if (isSheet) await sheet.getByRole('button', { name: 'Close' }).click();
  await game.button('More').click();
  const one = await downloaded(page, page.getByRole('button', { name: 'Download the record' }));
  await run(['record', 'check', '-'], one);
  assert.match(one, /\[Result "1-0"\]|\[Result "0-1"\]/);
});

flow('a game is removed, and brought back', { stored: ending, reducedMotion: 'reduce' }, async (page) => {
  await finish(page);
  await page.goto('/finished');
  await page.getByRole('button', { name: /^Remove: Same screen/ }).click();
  await page.getByText('There is none yet.').waitFor();
  await assertCount(page.getByRole('button', { name: 'Download all' }), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem('banqi.game.1')), null);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: /Same screen.*Red wins/ }).click();
  await new Game(page).board.called('a2, red chariot, moved here').waitFor();
});

flow('the oldest of two hundred makes room', { stored: ending, reducedMotion: 'reduce' }, async (page) => {
  await finish(page);
  // As many as are kept, older than this one.
  await page.evaluate(() => {
    const text = localStorage.getItem('banqi.game.1');
    for (let id = 2; id <= 200; id++) localStorage.setItem(`banqi.game.${id}`, text.replace(/\[Saved "\d+"\]/, `[Saved "${id}"]`));
    const unfinished = text.replace(/\[Result ".*"\]/, '[Result "*"]');
    localStorage.setItem('banqi.game.300', unfinished);
  });
  await page.goto('/same-screen');
  await page.getByRole('radio', { name: 'The first player' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const game = new Game(page);
  await game.board.tap('b2');
  await game.button('Resign').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await game.result.waitFor();
  const kept = await page.evaluate(() => [2, 3, 300].map((id) => localStorage.getItem(`banqi.game.${id}`) !== null));
  assert.deepEqual(kept, [false, true, true]);
});

flow('all that were removed come back, and the focus with them', { stored: ending, reducedMotion: 'reduce' }, async (page) => {
  await finish(page);
  await page.evaluate(() => {
    const text = localStorage.getItem('banqi.game.1');
    localStorage.setItem('banqi.game.2', text.replace(/\[Saved "\d+"\]/, '[Saved "99999999999999999999"]'));
    localStorage.setItem('banqi.game.3', text.replace(/\[Saved "\d+"\]\n/, ''));
  });
  await page.goto('/finished');
  const rows = page.getByRole('listitem');
  const remove = page.getByRole('button', { name: /^Remove: Same screen/ });
  await rows.nth(2).waitFor();
  // A day that cannot be is none.
  assert.deepEqual((await rows.allTextContents()).filter((row) => /Invalid|1970|1\/1\/70/.test(row)), []);
  await remove.first().click();
  await page.getByText('Removed: Same screen').waitFor();
  await remove.first().click();
  await page.getByText('Removed: 2 games').waitFor();
  await remove.first().click();
  await page.getByText('There is none yet.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Download all' }).count(), 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').getByText('Brought back: 3 games').waitFor();
  await rows.nth(2).waitFor();
  await page.waitForFunction(() => document.activeElement.closest('.game-line'));
});

/** What the browser keeps of a game by link that is at this stage. */
const byLink = (waits) => ({ 'banqi.net.0123456789abcdef': `1 1796000000000 - - - ${waits} 42 taiwan-quick @Ann` });

flow('games by link are found again once they are over', { stored: byLink('you') }, async (page) => {
  const listed = JSON.stringify([{ id: '0123456789abcdef', path: '/g/0123456789abcdef', over: true, to_move: null }]);
  await page.route('/api/me/games', (route) => route.fulfill({ contentType: 'application/json', body: listed }));
  await page.goto('/');
  await page.getByRole('grid').waitFor();
  // The server says that it is over.
  await page.waitForFunction(() => localStorage.getItem('banqi.net.0123456789abcdef').includes(' over '));
  await page.waitForFunction(() => !document.querySelector('a[href="/g/0123456789abcdef"]'));
  await page.reload();
  await page.getByRole('link', { name: 'Finished games' }).click();
  const row = page.getByRole('link', { name: /Ann.*Over.*41 turns · Taiwan, quick/ });
  assert.equal(await row.getAttribute('href'), '/g/0123456789abcdef');
  await page.getByRole('button', { name: /^Remove: Ann/ }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
});

flow('a write that fails deletes nothing, and says that there is no room', { stored: ending, reducedMotion: 'reduce' }, async (page) => {
  await finish(page);
  await page.goto('/same-screen');
  await page.getByRole('radio', { name: 'The first player' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const game = new Game(page);
  await game.board.square('b2').waitFor();
  await page.evaluate(() => {
    const put = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
      if (key === 'banqi.game.2') throw new DOMException('full', 'QuotaExceededError');
      put.call(this, key, text);
    };
  });
  await game.board.tap('b2');
  await page.getByText('This browser’s store is full').waitFor();
  assert.ok(await page.evaluate(() => localStorage.getItem('banqi.game.1')?.includes('[Result "')));
});
