// Every preset: chosen, started, one turn played and answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixChance } from '../support/chance.js';
import { client } from '../support/client.js';
import { assertCount } from '../support/count.js';
import { Game, tag } from '../support/game.js';
import { run } from '../support/program.js';

const { flow, visit } = client();

const PRESETS = {
  'taiwan-tournament': 'Taiwan, tournament',
  'taiwan-classic': 'Taiwan, classic',
  'taiwan-quick': 'Taiwan, quick',
  'taiwan-chase': 'Taiwan, with chase rule',
  'hong-kong': 'Hong Kong',
  mainland: 'Mainland',
  'taiwan-club': 'Taiwan, club',
  'taiwan-league': 'Taiwan, league',
};

test('every preset can be chosen', async () => {
  const presets = (await run(['rules'])).split('\n\n')[0];
  assert.deepEqual([...presets.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name), Object.keys(PRESETS));
  await visit(async (page) => {
    await page.goto('/computer');
    const choices = page.getByRole('group', { name: 'Rules', exact: true }).getByRole('radio');
    await assertCount(choices, Object.keys(PRESETS).length);
  });
});

for (const [name, title] of Object.entries(PRESETS)) {
  flow(`a turn under ${name}`, { prepare: fixChance(3) }, async (page) => {
    await page.goto('/computer');
    await page.getByRole('radio', { name: title }).check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    const game = new Game(page);
    await game.turn('You', 1).waitFor();
    await game.board.tap('b2');
    await game.turn('You', 3).waitFor();
    assert.equal((await game.moves()).length, 2);
    assert.equal(tag(await game.record(), 'Rules'), name);
  });
}
