// Two people who play until one of them chases, and may not go on with it.
import { beside } from './board.js';

/** From high to low. */
const RANKS = ['general', 'advisor', 'elephant', 'chariot', 'horse', 'cannon', 'soldier'];
const TURNS = 90;

/** Whether one takes the other on a neighbouring square, from docs/rules.md. A Cannon is left out: it needs a screen. */
function takes(piece, other) {
  const [rank, otherRank] = [RANKS.indexOf(piece), RANKS.indexOf(other)];
  if (piece === 'cannon') return false;
  if (piece === 'soldier' && other === 'general') return true;
  if (piece === 'general' && other === 'soldier') return false;
  return rank <= otherRank;
}

/** A step after which a piece of this colour threatens an enemy that has somewhere to go. */
function chase(squares, colour) {
  const is = (square, what) => squares[square].startsWith(what);
  const kind = (square) => squares[square].split(/[ ,]/)[1];
  const enemy = colour === 'red' ? 'black' : 'red';
  for (const from of Object.keys(squares).filter((square) => is(square, colour))) {
    for (const to of beside(from).filter((square) => is(square, 'empty'))) {
      for (const target of beside(to).filter((square) => is(square, enemy) && takes(kind(from), kind(square)))) {
        const flight = beside(target).find((square) => is(square, 'empty') && square !== to);
        if (flight !== undefined) return { from, to, target, flight };
      }
    }
  }
  return undefined;
}

/**
 * Plays from the first turn on, under rules that allow a single chase, until one has chased, the other one has fled, and the
 * step after it is forbidden: whose it is, with the piece in hand, and where it would go.
 */
export async function forbiddenChase(players) {
  for (let turn = 1; turn < TURNS; turn++) {
    const [mover, other] = turn % 2 === 1 ? players : players.toReversed();
    await mover.turn(turn);
    const colour = await mover.colour();
    const found = colour && chase(await mover.board.squares(), colour);
    if (!found) {
      await mover.play();
      await other.turn(turn + 1);
      continue;
    }
    const { from, to, target, flight } = found;
    await mover.board.tap(from);
    await mover.board.called(`${to}, empty, a chase, 1 of 1`).waitFor();
    await mover.board.tap(to);
    await other.turn(turn + 1);
    await other.board.tap(target, flight);
    await mover.turn(turn + 2);
    // Where the one who fled stood it would threaten them again.
    await mover.board.tap(to);
    await mover.board.called(`${target}, empty, forbidden`).waitFor();
    return { person: mover, from: to, to: target };
  }
  throw new Error(`no chase in ${TURNS} turns`);
}
