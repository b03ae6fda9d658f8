// Play with a friend by a link: two people and somebody who watches, from the invitation to the rematch.
import assert from 'node:assert/strict';
import { assertAccessible } from '../support/axe.js';
import { forbiddenChase } from '../support/chase.js';
import { draw, online, playTurns } from '../support/online.js';

const { meeting } = online();

meeting('a game by link', { people: 3 }, async (creator, friend, spectator) => {
  const link = await creator.invite();
  assert.match(link, /\/g\/[0-9a-z]{16}$/);
  await creator.page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  await creator.page.getByText('Waiting for your friend').first().waitFor();
  await assertAccessible(creator.page);

  // Who looks takes nothing.
  await friend.page.goto(link);
  await friend.page.getByRole('heading', { name: 'You are invited' }).waitFor();
  await friend.page.getByText('Taiwan, quick').filter({ visible: true }).first().waitFor();
  await assertAccessible(friend.page);
  await friend.accept(link);
  await spectator.page.goto(link);

  // The seal is there before the first tile is turned over, and is the same for all.
  const everybody = [creator, friend, spectator];
  for (const { page } of everybody) await page.getByRole('heading', { name: 'Who goes first?' }).waitFor();
  await assertAccessible(creator.page);
  const codes = [];
  for (const person of everybody) codes.push(await person.code(/Sealed before/));
  assert.deepEqual(codes, Array(3).fill(codes[0]));

  const players = await draw(creator, friend);
  await spectator.board.grid.waitFor();
  await playTurns(players, 1, 6);
  for (const person of everybody) await person.seal(/All fits so far/).waitFor();
  assert.deepEqual(await spectator.game.moves(), await creator.game.moves());
  await assertAccessible(friend.page);
  await assertAccessible(spectator.page);

  // Who watches can play nothing.
  await spectator.board.tap('a1');
  await spectator.game.hear('You are watching this game.');

  // A reload keeps the seat and the game.
  const before = await friend.board.squares();
  await friend.page.reload();
  await friend.game.bar('You').waitFor();
  assert.deepEqual(await friend.board.squares(), before);
  assert.equal(await friend.code(), codes[0]);

  // A draw is offered and declined, and cannot be offered again so soon.
  const offer = (person) => person.page.getByRole('button', { name: /^(Offer draw|Draw)$/ }).click();
  await offer(creator);
  await friend.page.getByText('Your opponent offers a draw.').filter({ visible: true }).first().waitFor();
  await assertAccessible(friend.page);
  await friend.game.button('Decline').click();
  await creator.game.hear('Your opponent declines the draw. The game goes on.');
  // A button that is off says why; it can be pressed all the same.
  await creator.page.getByRole('button', { name: /^(Offer draw|Draw)$/ }).click({ force: true });
  await creator.game.hear('You offered a draw lately.');

  // Something is said.
  const say = creator.page.getByRole('button', { name: 'Say', exact: true });
  if (!(await say.isVisible())) await creator.game.button('More').click();
  await say.filter({ visible: true }).click();
  await creator.game.button('Good luck!').click();
  await friend.game.bar('Opponent').getByText('Good luck!').waitFor();

  // One resigns, after being asked once.
  await friend.game.button('Resign').click();
  await friend.sheet('Resign this game?').getByRole('button', { name: 'Resign' }).click();
  for (const { game, page } of everybody) {
    await game.result.waitFor();
    await page.getByRole('button', { name: /Deal verified/ }).first().waitFor();
  }
  assert.equal(await creator.game.result.getByRole('paragraph').first().textContent(), 'Your opponent resigned.');
  await assertAccessible(creator.page);

  // A rematch is another game, with other secrets.
  await creator.game.result.getByRole('button', { name: 'Rematch' }).click();
  await friend.game.result.getByRole('button', { name: 'Accept rematch' }).click();
  for (const { page } of [creator, friend]) {
    await page.waitForURL((url) => url.href !== link);
    await page.getByRole('heading', { name: 'Who goes first?' }).waitFor();
  }
  const next = [await creator.code(), await friend.code()];
  assert.equal(next[0], next[1]);
  assert.notEqual(next[0], codes[0]);
});

meeting('one goes offline and comes back', { people: 2 }, async (creator, friend) => {
  await friend.accept(await creator.invite({ first: 'I go first' }));
  await creator.turn(1);
  await playTurns([creator, friend], 1, 2);
  await creator.page.context().setOffline(true);
  await creator.game.bar('You').getByText('offline').waitFor();
  await friend.game.bar('Opponent').getByText('away').waitFor();
  await creator.page.context().setOffline(false);
  await creator.game.bar('You').getByText('connected').waitFor({ state: 'attached' });
  await friend.game.bar('Opponent').getByText('away').waitFor({ state: 'hidden' });
  await playTurns([creator, friend], 3, 2);
});

meeting('a clock runs for whoever is to move', { people: 2 }, async (creator, friend) => {
  await friend.accept(await creator.invite({ first: 'I go first', clock: '5 min + 3 s a turn' }));
  const time = (person, who) => person.game.bar(who).getByText(/\d:\d\d left/);
  await time(creator, 'You').getByText(/4:5\d left/).waitFor({ state: 'attached' });
  assert.match(await time(creator, 'Opponent').textContent(), /^5:00 left$/);
  await creator.board.tap('b2');
  await time(friend, 'Opponent').getByText(/5:0\d left/).waitFor({ state: 'attached' });
  await assertAccessible(creator.page);
});

meeting('a game is called off before both have played', { people: 2 }, async (creator, friend) => {
  await friend.accept(await creator.invite({ first: 'My friend goes first' }));
  await friend.turn(1);
  await creator.game.button('Resign').click();
  await creator.game.button('Call off').click();
  for (const { game, page } of [creator, friend]) {
    await game.result.getByRole('heading', { name: 'Called off' }).waitFor();
    await page.getByRole('button', { name: /Deal verified/ }).first().waitFor();
  }
});

meeting('a forbidden chase is explained', { people: 2 }, async (creator, friend) => {
  await friend.accept(await creator.invite({ rules: 'taiwan-chase:chase=1', first: 'I go first' }));
  await creator.turn(1);
  const { person, from, to } = await forbiddenChase([creator, friend]);
  await person.board.tap(to);
  await person.game.hear('Any other move is open.');
  assert.match(await person.board.square(from).getAttribute('aria-label'), /picked up/);
});

/** A page whose messages go through this hand: what the server says, or null for what it does not get to hear. */
const between = ({ down = (message) => message, up = () => null }) => (page) =>
  page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const answer = up(JSON.parse(text));
      if (answer === null) server.send(text);
      else socket.send(JSON.stringify(answer));
    });
    server.onMessage((text) => socket.send(JSON.stringify(down(JSON.parse(text)))));
  });

/** Changes the salt of what the friend's page is told of the third turn. */
const tampering = between({
  down(message) {
    const opening = message.event?.opening;
    if (opening?.square !== undefined && message.number > 8) opening.salt = '00'.repeat(16);
    return message;
  },
});

meeting('a tampered opening is reported', { people: 2, prepare: [undefined, tampering] }, async (creator, friend) => {
  await friend.accept(await creator.invite({ first: 'I go first' }));
  await creator.turn(1);
  await playTurns([creator, friend], 1, 4);
  await friend.seal(/Verification failed/).waitFor();
  await assertAccessible(friend.page);
  await friend.seal(/Verification failed/).click();
  await friend.sheet('Seal').getByText(/Something does not match: .* This deal cannot be trusted/).waitFor();
  await creator.seal(/All fits so far/).waitFor();
});

// The server takes everything but steps from one square to another.
const refusing = between({
  up: ({ type, after, command }) =>
    type === 'do' && /-/.test(command.action ?? '') ? { type: 'refused', after, refusal: { reason: 'too_fast' } } : null,
});

meeting('a move that is refused is taken back', { people: 2, prepare: [refusing] }, async (creator, friend) => {
  await friend.accept(await creator.invite({ first: 'I go first' }));
  await creator.turn(1);
  const before = {};
  // Flips until a capture or a step is there to be played.
  for (let turn = 1, played = 'flip'; played === 'flip'; turn += 2) {
    await creator.turn(turn);
    Object.assign(before, await creator.board.squares());
    played = await creator.play();
    if (played === 'flip') await playTurns([creator, friend], turn + 1, 1);
  }
  await creator.game.hear('The move is taken back.');
  await creator.page.getByText('That was too fast for the server.').filter({ visible: true }).first().waitFor();
  const pieces = (squares) => Object.values(squares).map((what) => what.split(',')[0]);
  assert.deepEqual(pieces(await creator.board.squares()), pieces(before));
});

meeting('whoever is away can be claimed against', { people: 2, prepare: [away] }, async (creator, friend) => {
  await friend.accept(await creator.invite({ first: 'I go first' }));
  await creator.page.getByText('Your opponent is away.').waitFor();
  await assertAccessible(creator.page);
  // The server knows better than the page that was told so.
  await creator.game.button('Claim the win').click();
  await creator.page.getByText('Your opponent is back, or was a moment ago.').filter({ visible: true }).first().waitFor();
  // Nobody has to claim.
  await creator.game.button('Wait').click();
  await creator.page.getByRole('button', { name: 'Resign' }).waitFor();
  await playTurns([creator, friend], 1, 2);
});

/** Tells the page that the friend has been away for long. */
function away(page) {
  const tells = (message) => {
    if (message.presence !== undefined) message.presence.friend = { is: 'away', claim_at: 1 };
    return message;
  };
  return between({ down: tells })(page);
}

meeting('a page comes back when the server has restarted', { people: 2, prepare: [restarting] }, async (creator, friend) => {
  await friend.accept(await creator.invite({ first: 'I go first' }));
  await playTurns([creator, friend], 1, 2);
  await creator.turn(3);
  assert.equal(await creator.page.title(), 'Your move - Banqi');
  // What was played meanwhile is there when it is back.
  await creator.play();
  await friend.turn(4);
  await friend.play();
  await creator.turn(5);
});

/** In the place of what happens in turn 3 the page hears, once, that the server restarts. */
function restarting(page) {
  let restarts = 1;
  const instead = (message) =>
    message.event?.type === 'played' && message.number > 8 && restarts-- > 0 ? { type: 'restarting' } : message;
  return between({ down: instead })(page);
}

meeting('what a browser has kept is compared', { people: 2 }, async (creator, friend) => {
  const link = await creator.invite({ first: 'I go first' });
  await friend.accept(link);
  await playTurns([creator, friend], 1, 2);
  const key = `banqi.net.${link.split('/').at(-1)}`;

  // The game waits at home.
  await creator.page.goto('/');
  await creator.page.getByRole('link', { name: /Opponent.*Your move.*Turn 3/ }).click();
  await creator.turn(3);

  // Another seal than the one that was seen first.
  await creator.page.evaluate((key) => {
    localStorage.setItem(key, localStorage.getItem(key).replace(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/, '3NF2-E3A0-Z9H9-A8HC'));
  }, key);
  await creator.page.reload();
  await creator.seal(/Verification failed/).click();
  await creator.sheet('Seal').getByText(/something else than the server says now/).waitFor();

  // A browser that has kept nothing says so.
  await friend.page.evaluate(() => localStorage.clear());
  await friend.page.reload();
  await friend.page.getByText('it cannot vouch for it').filter({ visible: true }).first().waitFor();
  await friend.seal(/Consistent with itself/).click();
  await friend.sheet('Seal').getByText(/^This browser has not kept your part of the deal: it can only say/).waitFor();
});

meeting('a link that leads to no game says so', { people: 1 }, async (somebody) => {
  // That there is none is an answer with 404, of which the browser complains.
  somebody.watched.assertNone = () => {};
  await somebody.page.goto('/g/0123456789abcdef');
  await somebody.page.getByRole('heading', { name: 'No such game' }).waitFor();
  await assertAccessible(somebody.page);
});

meeting('a clock of days, and one of one’s own', { people: 1 }, async (creator) => {
  const { page } = creator;
  await page.goto('/friend');
  await page.getByRole('radio', { name: 'Another time' }).check();
  await page.getByLabel('Minutes').fill('0');
  await page.getByText('1 to 180.').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Make the game' }).click({ force: true });
  assert.equal(await page.getByLabel('Minutes').evaluate((field) => field === document.activeElement), true);
  await page.getByRole('radio', { name: 'Correspondence' }).check();
  await page.getByLabel('Days', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Make the game' }).click();
  await creator.sheet('Invite').waitFor();
  await creator.close('Invite');
  await creator.game.bar('You').getByText('3 d 0 h', { exact: true }).waitFor();
  // Nobody has come: it is called off.
  await creator.game.button('Call off').click();
  await creator.sheet('Call the game off?').getByRole('button', { name: 'Call off' }).click();
  await creator.game.result.getByText('You called the game off.').waitFor();
});

meeting('whoever is elsewhere is told of their turn', { people: 2, prepare: [undefined, elsewhere] }, async (creator, friend) => {
  await friend.accept(await creator.invite({ first: 'I go first' }));
  await friend.game.bar('You').waitFor();
  await creator.turn(1);
  await creator.board.tap('b2');
  await friend.turn(2);
  const told = await friend.page.evaluate(() => globalThis.told);
  assert.match(told.at(-1), /^Your move\. .*Opponent: b2 flipped: \w+ \w+/);
  assert.equal(await friend.page.title(), 'Your move - Banqi');
});

/** A page that nobody looks at, in a browser that may notify. */
function elsewhere(page) {
  return page.addInitScript(() => {
    globalThis.told = [];
    Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
    globalThis.Notification = class {
      static permission = 'granted';
      constructor(text) {
        globalThis.told.push(text);
      }
    };
  });
}
