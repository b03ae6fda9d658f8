//! `banqi board`: draws a position as SVG, PNG or text.

mod png;

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use banqi::{Action, Bitboard, Game, Ply, Seat, Square, Turn};
use banqi_svg::{Markers, Options, Orientation, PieceSet, Theme};
use clap::ValueEnum;

use crate::conformance::{play_item, sorted};
use crate::failure::{Advice as _, Exit, one_line};
use crate::game_args::GameArgs;
use crate::standard_output;
use crate::text_args::When;
use crate::text_board::{Glyphs, TextBoard};
use crate::whole_file;

/// Which position, and how to draw it.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi board --out start.svg
  banqi board --out board.png --theme dark --pieces pictures --scale 2 a1=K a2=p
  banqi board --fen '4/4/4/4/4/1npc/1R2/4 r - 0 41' --select b2 > board.svg
  banqi board --format text --landscape a1=K")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// What to play first: actions like b2=G, b2-b3 and end, or whole turns like b2-b3-c3; the last turn is marked
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
    /// Write to this file instead of standard output, replacing what it holds
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What to write [default: what the file's name ends with, or svg]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    #[command(flatten)]
    look: Look,
}

/// How the board looks.
#[derive(clap::Args)]
#[command(next_help_heading = "Board")]
struct Look {
    /// What stands on the pieces [default: traditional, and letters in text]
    #[arg(long, value_enum, value_name = "PIECES")]
    pieces: Option<Pieces>,
    /// The colours of the picture
    #[arg(long, value_enum, default_value_t, value_name = "THEME")]
    theme: Shade,
    /// Ranks from left to right instead of from bottom to top
    #[arg(long)]
    landscape: bool,
    /// As the player on the far side sees it
    #[arg(long)]
    flip: bool,
    /// Without ranks and files at the edges
    #[arg(long)]
    no_coordinates: bool,
    /// Without the half xiangqi board in the squares
    #[arg(long)]
    no_engraving: bool,
    /// The side of a square in pixels, 16 to 512
    #[arg(long, default_value_t = Options::default().square, value_name = "PIXELS", value_parser = square_size())]
    size: u16,
    /// Pixels of the PNG in one of the picture, along each side, 1 to 4
    #[arg(long, default_value_t = 1, value_name = "TIMES", value_parser = clap::value_parser!(u8).range(1..=4))]
    scale: u8,
    /// Without the marks of the last turn
    #[arg(long)]
    no_last: bool,
    /// Mark a piece and what it may do
    #[arg(long, value_name = "SQUARE")]
    select: Option<Square>,
    /// Mark squares, like b2,c3
    #[arg(long, value_delimiter = ',', value_name = "SQUARES")]
    highlight: Vec<Square>,
}

fn square_size() -> clap::builder::RangedI64ValueParser<u16> {
    let (smallest, largest) = Options::SQUARE.into_inner();
    clap::value_parser!(u16).range(i64::from(smallest)..=i64::from(largest))
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A picture that scales
    Svg,
    /// A picture in pixels
    Png,
    /// Lines of characters
    Text,
}

/// What stands on the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Pieces {
    /// 帥仕相俥傌炮兵 and 將士象車馬砲卒
    Traditional,
    /// 帅仕相车马炮兵 and 将士象车马炮卒
    Simplified,
    /// KGMRNCP, and in text kgmrncp for black
    Letters,
    /// Helmet, fan, elephant, chariot, horse, gun, straw hat; not in text
    Pictures,
}

/// The colours of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Shade {
    /// For light grounds
    #[default]
    Light,
    /// For dark grounds
    Dark,
}

/// Draws the position.
pub(crate) fn run(Args { game, moves, out, format, look }: Args) -> Result<Exit> {
    let out = out.filter(|path| path != Path::new("-"));
    let format = match format {
        Some(format) => format,
        None => out.as_deref().map_or(Ok(Format::Svg), deduced)?,
    };
    if format == Format::Png && out.is_none() && io::stdout().is_terminal() {
        return Err(anyhow!("a PNG is no text for a terminal"))
            .advise("name a file with --out, or redirect the output");
    }

    let mut game = game.game()?;
    for (at, item) in moves.iter().enumerate() {
        play_item(&mut game, at, item).advise("'banqi position' with the moves before it lists the legal actions")?;
    }
    let drawn = match format {
        Format::Svg => banqi_svg::board(game.position(), &look.picture(&game)?).into_bytes(),
        Format::Png => png::render(&banqi_svg::board(game.position(), &look.picture(&game)?), look.scale)?,
        Format::Text => look.text(&game, out.is_none())?.into_bytes(),
    };
    match out {
        Some(path) => {
            whole_file::replace(&path, &drawn)
                .with_context(|| path.display().to_string())
                .advise("check the folder and who may write to it")?;
            let size = (format == Format::Png).then(|| png::size(&drawn)).flatten();
            let size = size.map_or(String::new(), |(width, height)| format!(" ({width} x {height})"));
            // It is written all the same where nobody listens.
            let _ = writeln!(io::stderr(), "Wrote {}{size}", one_line(&path.display().to_string()));
        }
        None => standard_output::locked().write_all(&drawn)?,
    }
    Ok(Exit::Done)
}

/// The format that a file's name says.
fn deduced(path: &Path) -> Result<Format> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("txt" | "text") => Ok(Format::Text),
        _ => Err(anyhow!("the name {} does not say what to write", path.display()))
            .advise("let it end with .svg, .png or .txt, or say --format svg, png or text"),
    }
}

impl Look {
    fn picture(&self, game: &Game) -> Result<Options> {
        Ok(Options {
            pieces: match self.pieces {
                None | Some(Pieces::Traditional) => PieceSet::Traditional,
                Some(Pieces::Simplified) => PieceSet::Simplified,
                Some(Pieces::Letters) => PieceSet::Letters,
                Some(Pieces::Pictures) => PieceSet::Pictures,
            },
            theme: match self.theme {
                Shade::Light => Theme::Light,
                Shade::Dark => Theme::Dark,
            },
            orientation: if self.landscape { Orientation::Landscape } else { Orientation::Portrait },
            viewpoint: if self.flip { Seat::Second } else { Seat::First },
            coordinates: !self.no_coordinates,
            large_coordinates: false,
            engraving: !self.no_engraving,
            square: self.size,
            markers: self.markers(game)?,
        })
    }

    fn markers(&self, game: &Game) -> Result<Markers> {
        let position = game.position();
        self.check_squares(game)?;
        let mut markers = Markers {
            last: (!self.no_last).then(|| last_turn(game)).flatten(),
            selected: self.select,
            highlighted: self.highlight.iter().copied().collect(),
            ..Markers::default()
        };
        if let Some(square) = self.select {
            let targets = destinations(&game.actions(), square);
            markers.steps = targets & position.empty();
            markers.captures = targets & position.occupied();
            markers.forbidden = destinations(&game.forbidden(), square);
        }
        Ok(markers)
    }

    fn text(&self, game: &Game, is_for_standard_output: bool) -> Result<String> {
        self.check_squares(game)?;
        let board = TextBoard {
            glyphs: match self.pieces {
                None | Some(Pieces::Letters) => Glyphs::Letters,
                Some(Pieces::Traditional) => Glyphs::Traditional,
                Some(Pieces::Simplified) => Glyphs::Simplified,
                Some(Pieces::Pictures) => {
                    return Err(anyhow!("--pieces pictures: there are none in text"))
                        .advise("choose traditional, simplified or letters");
                }
            },
            landscape: self.landscape,
            flipped: self.flip,
            coordinates: !self.no_coordinates,
            colour: is_for_standard_output && When::Auto.holds(),
            highlights: self.highlight.iter().chain(&self.select).copied().collect(),
            beneath: None,
        };
        Ok(board.lines(game.position()).into_iter().map(|line| line + "\n").collect())
    }

    fn check_squares(&self, game: &Game) -> Result<()> {
        let position = game.position();
        if let Some(square) = self.highlight.iter().find(|square| !position.board().contains(**square)) {
            let squares = position.board().into_iter();
            let (first, last) = (squares.clone().next(), squares.last());
            let ends = first.zip(last).map_or(String::new(), |(first, last)| format!("{first} to {last}"));
            return Err(anyhow!("--highlight: the board has no square {square}"))
                .advise(format!("the squares of this board are {ends}"));
        }
        if let Some(square) = self.select.filter(|square| !position.occupied().contains(*square)) {
            return Err(anyhow!("--select: no piece stands on {square}"))
                .advise(format!("the legal actions here: {}", sorted(&game.actions()).join(" ")));
        }
        Ok(())
    }
}

/// The turn that led to the position, as far as it was played; none before a first action.
fn last_turn(game: &Game) -> Option<Turn> {
    let before: Vec<_> = game.positions().collect();
    let plies: Vec<Ply> = game.plies().collect();
    let turn = before.get(plies.len().checked_sub(1)?)?.turn();
    Some(Turn(before.iter().zip(plies).filter(|(position, _)| position.turn() == turn).map(|(_, ply)| ply).collect()))
}

fn destinations(actions: &[Action], square: Square) -> Bitboard {
    let to = |action: &Action| match *action {
        Action::Move { from, to } if from == square => Some(to),
        _ => None,
    };
    actions.iter().filter_map(to).collect()
}

#[cfg(test)]
mod tests {
    use banqi::Preset;

    use super::*;

    #[test]
    fn the_name_says_the_format() {
        for (name, format) in [("a.svg", Format::Svg), ("b/c.PNG", Format::Png), ("d.txt", Format::Text)] {
            assert_eq!(deduced(Path::new(name)).ok(), Some(format), "{name}");
        }
        for name in ["svg", "a.gif", "a.", ".png"] {
            assert!(deduced(Path::new(name)).is_err(), "{name}");
        }
    }

    #[test]
    fn the_last_turn_is_all_of_a_chain() -> Result<()> {
        let rules = "taiwan-quick:chain=on".parse()?;
        let mut game = Game::from_position(rules, "4/4/4/4/4/1npc/1R2/K2k r - 0 41".parse()?)?;
        assert_eq!(last_turn(&game), None);
        game.play("b2-b3".parse()?)?;
        game.play("b3-c3".parse()?)?;
        assert_eq!(last_turn(&game).map(|turn| turn.to_string()).as_deref(), Some("b2-b3-c3"));
        game.play("end".parse()?)?;
        assert_eq!(last_turn(&game).map(|turn| turn.to_string()).as_deref(), Some("b2-b3-c3-end"));
        game.play("d1-c1".parse()?)?;
        assert_eq!(last_turn(&game).map(|turn| turn.to_string()).as_deref(), Some("d1-c1"));
        Ok(())
    }

    #[test]
    fn a_selected_piece_shows_what_it_may_do() -> Result<()> {
        let position = "4/4/4/4/4/1np1/1R2/K2k r - 0 41".parse()?;
        let game = Game::from_position(Preset::TaiwanQuick.rules(), position)?;
        let [steps, captures] = [&["b1", "a2", "c2"][..], &["b3"]]
            .map(|squares| squares.iter().filter_map(|square| square.parse::<Square>().ok()).collect::<Bitboard>());
        let actions = game.actions();
        let targets = destinations(&actions, "b2".parse()?);
        assert_eq!(targets, steps | captures);
        Ok(())
    }
}
