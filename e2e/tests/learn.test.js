// Learning the game: every page, an article, the course, the drill.
import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.js';
import { Board } from '../support/board.js';
import { DESKTOP, PHONE } from '../support/browser.js';
import { client } from '../support/client.js';
import { assertCount } from '../support/count.js';

const { flow } = client();

const TABLET = { width: 768, height: 1024 };
const EVERYWHERE = { viewports: [PHONE, TABLET, DESKTOP], reducedMotion: 'reduce' };

/** Every page of the section, by its address, under its heading. */
const PAGES = {
  '/learn': 'Learn',
  '/learn/first-game': 'Your first game',
  '/learn/course': 'Course',
  '/learn/course/step': 'Stepping',
  '/learn/course/risk': 'The risk of a flip',
  '/learn/drill': 'Drill',
  '/learn/rules/taiwan-tournament': 'Taiwan, tournament',
  '/learn/rules/hong-kong': 'Hong Kong',
  '/learn/xiangqi': 'For players of xiangqi',
  '/learn/regions': 'Rules by region',
  '/learn/names': 'Names and history',
  '/learn/strategy': 'Strategy',
  '/learn/questions': 'Questions and answers',
};

const heading = (page, name) => page.getByRole('heading', { level: 1, name, exact: true });

/** Nothing has to be moved sideways to be read, but in a box of its own. */
const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [path, title] of Object.entries(PAGES)) {
  flow(path, EVERYWHERE, async (page) => {
    await page.goto(path);
    await heading(page, title).waitFor();
    assert.equal(await page.title(), `${title} - Banqi`);
    await page.waitForFunction(() => !document.querySelector('.waits'));
    assert.equal(await overhang(page), 0);
    await assertAccessible(page);
  });
}

flow('from home to an article, and on from there', {}, async (page) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Learn the game' }).click();
  await heading(page, 'Learn').waitFor();
  await page.getByRole('link', { name: /^Your first game/ }).click();
  await page.getByRole('heading', { name: 'The Cannon' }).waitFor();
  await assertCount(page.getByRole('img', { name: /^Red to move\./ }), 1);
  await page.evaluate(() => (globalThis.stayed = true));
  await page.getByRole('main').getByRole('link', { name: 'Rules by region' }).click();
  await heading(page, 'Rules by region').waitFor();
  assert.equal(await page.evaluate(() => globalThis.stayed), true, 'the page was not loaded again');
  await page.goBack();
  await heading(page, 'Your first game').waitFor();
});

flow('a part of an article has an address', {}, async (page) => {
  await page.goto('/learn/first-game#how-it-ends');
  const part = page.getByRole('heading', { name: 'How it ends' });
  await part.waitFor();
  await page.waitForFunction(() => document.getElementById('how-it-ends').getBoundingClientRect().top < innerHeight);
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'A turn', exact: true }).click();
  assert.match(page.url(), /#a-turn$/);
  await page.waitForFunction(() => document.getElementById('a-turn').getBoundingClientRect().top < innerHeight);
  await assertCount(page.getByRole('navigation', { name: 'On this page' }), 1);
});

flow('an article that does not come is asked for again', { viewports: [PHONE] }, async (page) => {
  await page.goto('/learn');
  // An answer, so that the page complains of nothing else than it is meant to.
  let fails = true;
  await page.route('**/articles/**', (route) => (fails ? route.fulfill({ status: 204 }) : route.continue()));
  await page.getByRole('link', { name: /^Strategy/ }).click();
  await heading(page, 'Strategy').waitFor();
  await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Count the bag' }).waitFor();
});

flow('the rules of a preset are computed, and played by', {}, async (page) => {
  await page.goto('/learn/rules/hong-kong');
  const row = page.getByRole('region', { name: 'Who takes whom' }).getByRole('row', { name: /^Cannon/ });
  // docs/rules.md: it takes Cannon, Advisor, Elephant and Soldier.
  await assertCount(row.getByText('on a neighbouring square'), 4);
  await page.getByRole('row', { name: 'Cannon Steps Jumps', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Play the computer by these rules' }).click();
  await page.getByRole('radio', { name: /^Hong Kong/, checked: true }).waitFor();
});

flow('a lesson is taken by taps', {}, async (page) => {
  await page.goto('/learn/course');
  await page.getByRole('link', { name: /^Stepping/ }).click();
  const board = new Board(page);
  const task = (name) => page.getByRole('heading', { level: 2, name }).waitFor();
  await task(/^Step with the Horse/);
  // What is not legal says why, and changes nothing.
  await board.tap('d8');
  await page.getByText('The black soldier is the other player’s.').first().waitFor();
  // What is legal but not asked for is taken back.
  await board.tap('b3', 'b2');
  await page.getByText('it does not do what the task asks for').first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await board.tap('b3', 'b4');
  await page.getByText('One square, straight.').first().waitFor();
  await page.getByRole('button', { name: 'Next task' }).click();

  await task(/^Bring the Chariot to b2/);
  await board.tap('a1', 'b1');
  await board.called('d8, empty, moved from here').waitFor();
  await board.tap('b1', 'b2');
  await page.getByRole('button', { name: 'Next task' }).click();

  await task(/^The Elephant is to go to a2/);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^Try a2 to/).first().waitFor();
  await board.tap('a2', 'a3');
  await board.called('d8, empty, moved from here').waitFor();
  await board.tap('a1', 'a2');
  await page.getByRole('link', { name: 'Next lesson: Who takes whom' }).click();
  await heading(page, 'Who takes whom').waitFor();

  // It is kept.
  await page.goto('/learn');
  await page.getByRole('link', { name: /^Course.*1 of 7 done/ }).waitFor();
});

flow('a lesson is taken with the keys', { viewports: [DESKTOP] }, async (page) => {
  await page.goto('/learn/course/general');
  const said = page.getByRole('status');
  const keys = async (...all) => {
    for (const key of all) await page.keyboard.press(key);
  };
  // What leads on has the keys once a task is solved.
  const onward = async () => {
    await page.locator('#onward:focus').waitFor();
    await keys('Enter');
  };
  await page.getByRole('gridcell', { name: /^a1, / }).focus();
  // To the Soldier on b2, and onto the General above it.
  await keys('ArrowRight', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter');
  await said.getByText('The lowest rank took the highest.').waitFor();
  await onward();
  await page.getByRole('heading', { level: 2, name: /^A Soldier and an Advisor/ }).waitFor();

  // A General on c3 takes no Soldier on c4, and takes the Advisor on b3.
  await page.getByRole('gridcell', { name: /^c3, / }).focus();
  await keys('Enter', 'ArrowUp', 'Enter');
  await said.getByText('The General does not take the Soldier.').waitFor();
  await keys('ArrowDown', 'ArrowLeft', 'Enter');
  await said.getByText('everything but Soldiers').waitFor();
  await onward();
  await page.getByRole('heading', { level: 2, name: /^Bring your General/ }).waitFor();

  await page.getByRole('gridcell', { name: /^b2, / }).focus();
  await keys('Enter', 'ArrowLeft', 'Enter');
  await said.getByText('there is no check in this game').waitFor();
  await onward();
  await heading(page, 'The Cannon').waitFor();
});

flow('the risk of a flip is counted', { viewports: [PHONE] }, async (page) => {
  await page.goto('/learn/course/risk');
  const board = new Board(page);
  await board.tap('a4');
  await page.getByText('2 of the 3 face-down pieces would take your Chariot from a4.').first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await board.tap('d8');
  await page.getByText('None of the 3 face-down pieces would have taken your Chariot from d8.').first().waitFor();
});

/** From high to low, by docs/rules.md. */
const RANKS = {
  'Taiwan, tournament': ['general', 'advisor', 'elephant', 'chariot', 'horse', 'cannon', 'soldier'],
  'Hong Kong': ['general', 'chariot', 'horse', 'cannon', 'advisor', 'elephant', 'soldier'],
};

/** Whether one takes the other as they stand, by docs/rules.md. */
function takes(rules, attacker, target, place) {
  const ranks = RANKS[rules];
  if (attacker === 'cannon' && rules !== 'Hong Kong') return /one piece between/.test(place);
  if (attacker === 'general' && target === 'soldier') return false;
  if (attacker === 'soldier' && target === 'general') return true;
  return ranks.indexOf(attacker) <= ranks.indexOf(target);
}

for (const rules of Object.keys(RANKS)) {
  flow(`twenty questions by the rules of ${rules}`, {}, async (page) => {
    await page.goto('/learn/drill');
    await page.getByRole('radio', { name: rules }).check();
    const desk = page.locator('.drill-desk');
    let before;
    for (let number = 1; number <= 20; number++) {
      await desk.getByText(`Question ${number} of 20`).waitFor();
      const asked = await desk.getByRole('heading').textContent();
      assert.notEqual(asked, before);
      before = asked;
      const [, attacker, target, place] = asked.match(/^Can the \w+ (\w+) take the \w+ (\w+) (.*)\?$/);
      // The last one is missed.
      const is = takes(rules, attacker, target, place) === (number < 20);
      if (number % 2 === 0) await page.keyboard.press(is ? 'y' : 'ArrowRight');
      else await desk.getByRole('button', { name: is ? 'Yes' : 'No', exact: true }).click();
      await desk.getByText(number < 20 ? /^Right\. / : /^Wrong\. /).waitFor();
      if (number < 20) await desk.getByText(`${number} in a row`).waitFor();
      else await assertCount(desk.getByText('in a row'), 0);
      if (number % 2 === 0) await page.keyboard.press('Enter');
      else await desk.getByRole('button', { name: 'Go on' }).click();
    }
    await desk.getByRole('heading', { name: '19 of 20 right' }).waitFor();
    await assertCount(desk.getByRole('listitem'), 1);
    await assertAccessible(page);
    await desk.getByRole('button', { name: 'Ask those again' }).click();
    await desk.getByText('Question 1 of 1').waitFor();
    assert.equal(await desk.getByRole('heading').textContent(), before);
  });
}
