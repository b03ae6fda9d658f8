// A player who knows the rules from the page alone: it taps a piece, and sees where it may go.
import { beside, distance } from './board.js';

const enemyOf = { red: 'black', black: 'red' };

/**
 * Taps one turn for a colour, or for nobody's before the first flip: a capture if one is near, else a flip, else a step
 * towards the enemy. Which of them it was.
 */
export async function tapTurn(board, colour) {
  const squares = await board.squares();
  const names = Object.keys(squares);
  const owned = (side) => names.filter((name) => squares[name].startsWith(side));
  const enemies = owned(enemyOf[colour]);
  const own = owned(colour);

  /** Picks a piece up; the squares of which this is said then. A second tap would put it down. */
  let inHand;
  async function targets(from, note) {
    if (inHand !== from) await board.tap(from);
    inHand = from;
    const told = await board.squares();
    return names.filter((name) => note.test(told[name]));
  }

  for (const from of own.filter((from) => beside(from).some((name) => enemies.includes(name)))) {
    const [to] = await targets(from, /can be captured/);
    if (to !== undefined) {
      await board.tap(to);
      return 'capture';
    }
  }
  const [faceDown] = names.filter((name) => squares[name].startsWith('face down'));
  if (faceDown !== undefined) {
    await board.tap(faceDown);
    return 'flip';
  }
  const near = (square) => Math.min(...enemies.map((enemy) => distance(square, enemy)));
  for (const from of own.toSorted((one, other) => near(one) - near(other))) {
    const steps = await targets(from, /can be stepped to|a chase/);
    const [to] = steps.toSorted((one, other) => near(one) - near(other));
    if (to !== undefined) {
      await board.tap(to);
      return 'step';
    }
  }
  throw new Error(`${colour} finds no turn: ${JSON.stringify(squares)}`);
}
