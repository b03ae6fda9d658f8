// The analysis board: what is put together is a position or says why not, what the computer finds, what comes in and goes out.
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { assertAccessible } from '../support/axe.js';
import { Board } from '../support/board.js';
import { DESKTOP, PHONE } from '../support/browser.js';
import { client } from '../support/client.js';
import { assertCount } from '../support/count.js';
import { saved } from '../support/saved.js';

const { flow } = client();
const ALL = [PHONE, { width: 768, height: 1024 }, DESKTOP];

/** The address of a position. */
const at = (position, rules = 'taiwan-quick') =>
  `/analysis?position=${encodeURIComponent(position)}&rules=${encodeURIComponent(rules)}`;

/** Black's only piece can be taken, and then Black has none: docs/rules.md, elimination. */
const TAKES_LAST = '4/4/4/4/4/4/n3/R3 r - 0 41';
/** Two red Soldiers and a black Chariot are face down, on three squares. */
const THREE_DARK = '3k/4/4/4/4/4/???1/P3 r P2r1 0 41';

const RECORD = `[First "Ann"]
[Second "Ben"]
[Rules "taiwan-quick"]
[Result "*"]
[Termination "unterminated"]

1. a1=K a2=p 2. b1=r *
`;

class Analysis {
  constructor(page) {
    this.page = page;
    this.board = new Board(page);
    this.computer = page.getByRole('region', { name: 'Computer' });
    this.lines = this.computer.getByRole('listitem');
    this.moves = page.getByRole('region', { name: 'Moves' });
  }

  async open(address = '/analysis') {
    await this.page.goto(address);
    await this.page.getByRole('heading', { level: 1, name: 'Analysis board' }).waitFor();
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** A tab; its box is hidden, and its words are tapped. */
  async tab(name) {
    await this.page.locator('.tabs label').filter({ hasText: name }).click();
  }

  /** What a tap puts on the board from now on. */
  async brush(name) {
    await this.page.locator('.brush').filter({ hasText: name }).click();
  }

  /** Waits until the computer has looked at a depth, or is done. */
  async thought() {
    await this.lines.first().waitFor();
  }

  /** Reads this text. */
  async bring(text) {
    await this.tab('Import and export');
    await this.page.getByLabel('A position, or records of games').fill(text);
    await this.button('Open').click();
  }
}

flow('a position is put together, and the computer finds the win', { viewports: ALL, hasTouch: true }, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open();
  await analysis.tab('Set up');
  await analysis.button('Empty board').click();
  const problem = page.getByRole('region', { name: 'Set up' }).getByRole('status');
  await problem.getByText('There is no piece on the board.').waitFor();
  await analysis.brush('red chariot');
  await analysis.board.tap('a1');
  await analysis.brush('black horse');
  await analysis.board.tap('a2');
  await analysis.board.called('a2, black horse').waitFor();
  // One square more is face down, and the bag is empty.
  await analysis.brush('face down');
  await analysis.board.tap('d8');
  await problem.getByText('Face-down squares: 1. Pieces in the bag: 0.').waitFor();
  // It says itself that it does nothing yet.
  await analysis.button('Analyse this position').click({ force: true });
  assert.equal(new URL(page.url()).search, '', 'what is not right is not analysed');
  await analysis.board.tap('d8');
  await page.getByRole('combobox', { name: 'Rule set' }).selectOption('taiwan-quick');
  await analysis.button('Analyse this position').click();
  await analysis.thought();
  assert.match(page.url(), /position=4%2F4%2F4%2F4%2F4%2F4%2Fn3%2FR3%20r%20-%200%201&rules=taiwan-quick$/);
  await analysis.lines.first().getByText('won').waitFor();
  await analysis.lines.first().getByRole('button').first().click();
  await page.getByText('Red wins. Black has no piece left.').first().waitFor();
  await analysis.computer.getByText('The game is over here.').waitFor();
});

flow('a flip is weighed by what may come up', { viewports: ALL }, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open(at(THREE_DARK));
  await analysis.thought();
  await analysis.page.getByRole('combobox', { name: 'Lines' }).selectOption('all');
  const flip = analysis.lines.filter({ has: page.getByRole('button', { name: 'What may come up' }) }).first();
  await flip.getByRole('button', { name: 'What may come up' }).click();
  // Two of three, and one of three: the bag says so.
  const cells = () => flip.getByRole('row').evaluateAll((rows) => rows.map((row) => row.innerText.split(/\s*\t\s*|\n+/)));
  const rows = await cells();
  const probability = (piece) => rows.find(([name]) => name.includes(piece))?.find((cell) => cell.endsWith('%'));
  assert.equal(probability('red soldier'), '66.7%');
  assert.equal(probability('black chariot'), '33.3%');
  assert.equal(probability('Mean'), '100.0%');
  // It stays open while the computer looks deeper.
  await analysis.button('Say the evaluation').click();
  await page.getByRole('status').filter({ hasText: 'Red to move: ' }).first().waitFor();
  await assertCount(flip.getByRole('table'), 1);
});

flow('whoever flips says what came up', {}, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open(at(THREE_DARK));
  await analysis.board.tap('b2');
  const asked = page.getByRole('dialog', { name: 'What came up on b2?' });
  await asked.getByRole('button', { name: /^red soldier/ }).waitFor();
  await asked.getByRole('button', { name: /^black chariot/ }).click();
  await analysis.board.called('b2, black chariot, just flipped').waitFor();
  await page.getByRole('status').filter({ hasText: 'b2 flipped: black chariot' }).waitFor();
  // Another way from the start replaces it, and that can be undone.
  await analysis.button('One turn back').click();
  await analysis.board.tap('c2');
  await page.getByRole('dialog').getByRole('button', { name: 'At random' }).click();
  await page.getByText('Other moves were played from here on.').waitFor();
  await analysis.button('Undo').click();
  await analysis.board.called('b2, face down').waitFor();
  await analysis.button('One turn forward').click();
  await analysis.board.called('b2, black chariot, just flipped').waitFor();
});

flow('what is not legal says why', {}, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open(at('3k/4/4/4/4/4/r3/P3 r - 0 41'));
  await analysis.board.tap('a1', 'a2');
  await page.getByText('The Soldier does not take the Chariot.').first().waitFor();
});

flow('a record is stepped through, and there again after a reload', {}, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open();
  await analysis.bring(RECORD);
  await analysis.moves.getByRole('row').getByRole('button').nth(2).waitFor();
  await page.keyboard.press('ArrowRight');
  await analysis.board.called('a1, red general, just flipped').waitFor();
  await page.keyboard.press('ArrowRight');
  await analysis.board.called('a2, black soldier, just flipped').waitFor();
  await page.reload();
  await analysis.board.called('a2, black soldier, just flipped').waitFor();
  await page.goBack();
  await analysis.board.called('a2, face down').waitFor();
  await page.goForward();
  await analysis.board.called('a2, black soldier, just flipped').waitFor();
  // It goes out as it came in, with its names.
  await analysis.tab('Import and export');
  await page.locator('pre').getByText('[First "Ann"]').waitFor();
});

flow('of several games one is chosen', {}, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open();
  await analysis.bring(`${RECORD}\n${RECORD.replace('Ann', 'Cleo')}`);
  await page.getByRole('button', { name: '2. Cleo – Ben, *, 3 turns' }).click();
  await analysis.moves.getByRole('row').getByRole('button').first().waitFor();
});

flow('what cannot be read says where, and stays', {}, async (page) => {
  const analysis = new Analysis(page);
  const alert = page.getByRole('alert');
  await analysis.open();
  for (const [text, why] of [
    ['', /no text yet/],
    ['hello', /That is no position\. .*five/],
    ['4/4/4/4/4/4/n3/R3 r P1 0 41', /Face-down squares: 0\. Pieces in the bag: 1\./],
    [RECORD.replace('b1=r', 'b9=r'), /line 7/],
    [RECORD.replace('b1=r', 'a1-a3'), /turn 3/],
  ]) {
    await analysis.bring(text);
    await alert.filter({ hasText: why }).waitFor();
    assert.equal(await page.getByLabel('A position, or records of games').inputValue(), text);
  }
  await analysis.open(at('4/4/4 nonsense'));
  await alert.filter({ hasText: 'That is no position.' }).waitFor();
  await analysis.open(at(TAKES_LAST, 'chess'));
  await alert.filter({ hasText: 'There is no rule set “chess”.' }).waitFor();
});

flow('what is analysed comes from a file, and goes to one', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open();
  await analysis.tab('Import and export');
  const choose = page.waitForEvent('filechooser');
  await page.locator('label').filter({ hasText: 'Choose a file' }).click();
  await (await choose).setFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(RECORD) });
  await page.waitForURL(/study=/);
  await analysis.tab('Import and export');
  const download = page.waitForEvent('download');
  await analysis.button('Download').click();
  const saved = await download;
  assert.equal(saved.suggestedFilename(), 'banqi.txt');
  const record = await text(await saved.createReadStream());
  for (const part of ['[First "Ann"]', '[Rules "taiwan-quick"]', '1. a1=K a2=p 2. b1=r']) assert.ok(record.includes(part), record);
  const copied = async (name) => {
    await analysis.button(name).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied('Copy the record'), record);
  // The first position: nobody has turned anything over.
  assert.match(await copied('Copy the position'), /^(\?{4}\/){7}\?{4} - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1$/);
  const link = new URL(await copied('Copy a link'));
  assert.equal(link.searchParams.get('rules'), 'taiwan-quick');
});

flow('a file of something else says so', {}, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open();
  await analysis.tab('Import and export');
  for (const [content, why] of [[Buffer.from([0, 255, 254, 7]), /./], [Buffer.alloc(2_100_000, 'x'), /more than 2 MB/]]) {
    const choose = page.waitForEvent('filechooser');
    await page.locator('label').filter({ hasText: 'Choose a file' }).click();
    await (await choose).setFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: content });
    await page.getByRole('alert').filter({ hasText: why }).first().waitFor();
  }
});

const ending = await saved({ rules: 'taiwan-quick', position: '4/4/4/4/4/n3/4/R2P b - 0 72', turns: ['a3-a2'] });
const underWay = await saved({ rules: 'taiwan-quick', position: '3k/4/4/4/4/4/4/P3 r - 0 41', turns: ['a1-a2'] });

flow('a game that is over is analysed', { stored: ending }, async (page) => {
  await page.goto('/game/1');
  const analysis = new Analysis(page);
  await analysis.board.tap('a1', 'a2');
  await page.getByRole('dialog', { name: 'Result' }).getByRole('button', { name: 'Analyse' }).click();
  await page.getByRole('heading', { level: 1, name: 'Analysis board' }).waitFor();
  await analysis.moves.getByRole('row').getByRole('button').nth(1).click();
  await page.getByText('Red wins. Black has no piece left.').first().waitFor();
  await analysis.computer.getByText('The game is over here.').waitFor();
});

flow('a game that goes on is not', { stored: underWay }, async (page) => {
  await new Analysis(page).open('/analysis?game=1');
  await page.getByRole('alert').filter({ hasText: 'This game is not over.' }).waitFor();
});

for (const [name, steps] of [
  ['lines', async () => {}],
  ['outcomes', (analysis) => analysis.button('What may come up').first().click()],
  ['what came up', (analysis) => analysis.board.tap('b2')],
  ['editor', (analysis) => analysis.tab('Set up')],
  ['in and out, with an error', (analysis) => analysis.bring('hello')],
]) {
  flow(`nothing is in anybody’s way: ${name}`, { viewports: ALL, hasTouch: true, reducedMotion: 'reduce' }, async (page) => {
    const analysis = new Analysis(page);
    await analysis.open(at(THREE_DARK));
    // What the computer finds would change under axe's eyes.
    await analysis.computer.getByText(/\bdone\b/).waitFor();
    await steps(analysis);
    await assertAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px wider than the window`);
  });
}

flow('what is being put together outlives another tab and a reload', {}, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open(at(TAKES_LAST));
  await analysis.tab('Set up');
  await analysis.brush('red general');
  await analysis.board.tap('c5');
  await analysis.tab('Analyse');
  await analysis.tab('Set up');
  await analysis.board.called('c5, red general').waitFor();
  await page.reload();
  await analysis.board.called('c5, red general').waitFor();
  await analysis.button('Analyse this position').click();
  await page.waitForURL(/2K/);
  await page.goBack();
  await page.waitForURL((url) => !url.href.includes('2K'));
  await analysis.board.called('c5, empty').waitFor();
});

flow('a game that is too long says so, and one that is not is stepped through', { viewports: [DESKTOP] }, async (page) => {
  const analysis = new Analysis(page);
  await analysis.open();
  const there = ['a1-a2 d8-d7', 'a2-a1 d7-d8'];
  const turns = (rounds) => Array.from({ length: rounds }, (_, round) => `${round + 1}. ${there[round % 2]}`).join(' ');
  const record = (rounds) =>
    '[Rules "taiwan-quick:quiet=none,repetition=none"]\n[Result "*"]\n[Termination "unterminated"]\n' +
    `[Position "3k/4/4/4/4/4/4/P3 r - 0 1"]\n\n${turns(rounds)} *\n`;
  await analysis.bring(record(2501));
  await page.getByText('more than 5000 moves').first().waitFor();
  await analysis.bring(record(2000));
  await page.waitForURL(/study=/);
  await analysis.moves.getByRole('button', { name: 'Later turns' }).click();
  await analysis.moves.getByRole('button', { name: 'Earlier turns' }).waitFor();
  assert.ok((await analysis.moves.getByRole('row').count()) <= 301);
  // Each key is done soon: what is measured is twenty of them, on a machine that does other things too.
  await analysis.moves.locator('[aria-current]').focus();
  const begun = Date.now();
  for (let key = 0; key < 20; key++) await page.keyboard.press('ArrowRight');
  assert.ok(Date.now() - begun < 10_000, `${Date.now() - begun} ms`);
});
