// Screens of every width: all squares can be reached, and nothing is wider than the window.
import assert from 'node:assert/strict';
import { client } from '../support/client.js';
import { saved } from '../support/saved.js';

const { flow } = client();

const SIZES = [
  [320, 568],
  [340, 700],
  [344, 882],
  [390, 844],
  [640, 360],
  [768, 1024],
  [1000, 700],
  [1366, 768],
  [1440, 900],
  [1536, 864],
  [1920, 1080],
  [2560, 1440],
];

const middle = await saved({
  rules: 'taiwan-tournament',
  position: 'K2r/4/1n2/4/??2/3c/4/PR2 r p1P1 7 41',
  turns: ['b1-c1'],
});

for (const [width, height] of SIZES) {
  flow('every square can be tapped', { viewports: [{ width, height }], stored: middle }, async (page) => {
    for (const orientation of ['portrait', 'landscape', 'auto']) {
      await page.addInitScript((orientation) => {
        localStorage.setItem('banqi.settings', JSON.stringify({ orientation }));
      }, orientation);
      await page.goto('/game/1');
      await page.getByRole('grid').waitFor();
      // What lies at the middle of each square, once it is scrolled to.
      const hidden = await page.evaluate(() =>
        [...document.querySelectorAll('[data-square]')]
          .filter((square) => {
            square.scrollIntoView({ block: 'center', behavior: 'instant' });
            const { x, y, width, height } = square.getBoundingClientRect();
            const found = document.elementFromPoint(x + width / 2, y + height / 2);
            return found?.closest('[data-square]') !== square;
          })
          .map((square) => square.dataset.square),
      );
      assert.deepEqual(hidden, [], orientation);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${orientation}: ${overflow} px wider than the window`);
    }
  });
}
