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
  await friend.page.getByText('Your friend offers a draw.').filter({ visible: true }).first().waitFor();
  await assertAccessible(friend.page);
  await friend.game.button('Decline').click();
  await creator.game.hear('Your friend declines the draw. The game goes on.');
  // A button that is off says why; it can be pressed all the same.
  await creator.page.getByRole('button', { name: /^(Offer draw|Draw)$/ }).click({ force: true });
  await creator.game.hear('You offered a draw lately.');

  // Something is said.
  const say = creator.page.getByRole('button', { name: 'Say', exact: true });
  if (!(await say.isVisible())) await creator.game.button('More').click();
  await say.filter({ visible: true }).click();
  await creator.game.button('Good luck!').click();
  await friend.game.bar('Friend').getByText('Good luck!').waitFor();

  // One resigns, after being asked once.
  await friend.game.button('Resign').click();
  await friend.sheet('Resign this game?').getByRole('button', { name: 'Resign' }).click();
  for (const { game, page } of everybody) {
    await game.result.waitFor();
    await page.getByRole('button', { name: /Deal verified/ }).first().waitFor();
  }
  assert.equal(await creator.game.result.getByRole('paragraph').first().textContent(), 'Your friend resigned.');
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
  await friend.game.bar('Friend').getByText('away').waitFor();
  await creator.page.context().setOffline(false);
  await creator.game.bar('You').getByText('connected').waitFor({ state: 'attached' });
  await friend.game.bar('Friend').getByText('away').waitFor({ state: 'hidden' });
  await playTurns([creator, friend], 3, 2);
});

meeting('a clock runs for whoever is to move', { people: 2 }, async (creator, friend) => {
  await friend.accept(await creator.invite({ first: 'I go first', clock: '5 min + 3 s a turn' }));
  const time = (person, who) => person.game.bar(who).getByText(/\d:\d\d left/);
  await time(creator, 'You').getByText(/4:5\d left/).waitFor({ state: 'attached' });
  assert.match(await time(creator, 'Friend').textContent(), /^5:00 left$/);
  await creator.board.tap('b2');
  await time(friend, 'Friend').getByText(/5:0\d left/).waitFor({ state: 'attached' });
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
