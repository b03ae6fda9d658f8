//! A table with a referee, for the tests: two players, a deal, and draws by agreement.

use banqi::{Game, Outcome, Reason, Rules, Seat};
use banqi_deal::Deal;
use banqi_engine::{Engine, Limits};

/// No game lasts longer: at most 32 flips and 31 captures, and at most 120 quiet turns before each of them and after
/// the last, since then both players agree to a draw; with `end` after each capture that is still less.
const MOST_PLIES: usize = 64 * 122;

/// A whole game. Every answer has to be legal.
pub(crate) fn play(rules: Rules, deal: u64, players: [&Engine; 2], limits: &Limits) -> Game {
    let mut game = Game::new(rules);
    let deal = Deal::from_seed(game.position(), deal);
    while game.outcome().is_none() {
        let seat = game.position().seat();
        let player = |seat: Seat| players[usize::from(seat == Seat::Second)];
        if player(seat).offers_draw(&game, seat) && player(!seat).accepts_draw(&game, !seat) {
            game.finish(Outcome::draw(Reason::Agreement)).expect("the game is not over");
            break;
        }
        let thought = player(seat).think(&game, limits, &|| false).expect("the game is not over");
        let ply = deal.ply(game.position(), thought.action);
        game.play(ply).unwrap_or_else(|error| panic!("{} plays {ply}: {error}", player(seat).level()));
        assert!(game.plies().len() <= MOST_PLIES, "{} does not end", game.position());
    }
    game
}
