//! What is agreed besides the rules where the server makes the game: the clock, who goes first, what it counts for; and how it
//! is made.

use banqi::Rules;
use banqi_wire::{Clock, FirstMover, NewGame, Scoring};
use leptos::prelude::*;

use super::clock::{Draft, Kind};
use super::clock_fields;
use crate::field::{Arrangement, Choice, Typed, radios, typed};
use crate::icon::{Symbol, icon};
use crate::live::{block, live, live_while, paragraph, section, span};
use crate::online::json::Fields;
use crate::online::me::{Me, me};
use crate::online::request::{Failure, ask};
use crate::online::words as online_words;
use crate::route::{Route, SetupKind, link, navigate};
use crate::text::text;
use crate::whole::Whole;

/// What is agreed besides the rules. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Wishes {
    kind: SetupKind,
    clock: RwSignal<Draft>,
    wanted: RwSignal<Wanted>,
    /// The base of a stake, and the lowest and the highest rating, as they were typed.
    base: RwSignal<String>,
    range: [RwSignal<String>; 2],
    /// Whether the player is known to have no account.
    is_guest: Memo<bool>,
    _whole: Whole,
}

/// What is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wanted {
    first: FirstMover,
    counts: Counts,
    /// Why there is no game yet, or that it is being made.
    state: Option<State>,
}

/// What it is to count for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counts {
    Nothing,
    Ratings,
    Stake,
}

/// How far the making of a game is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum State {
    Creating,
    Failed(Failure),
}

/// What was typed is no range of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NoRange;

/// The lowest and the highest rating that there can be, for a range that is open on one side.
const OPEN: [i32; 2] = [0, 4000];

impl Wishes {
    pub(super) fn new(whole: Whole, kind: SetupKind) -> Self {
        let me = me();
        let clock = match kind {
            // Who meets strangers has a clock.
            SetupKind::Anybody => Draft::of(Kind::Preset(5, 3)),
            _ => Draft::default(),
        };
        let wanted = Wanted { first: FirstMover::Tiles, counts: Counts::Nothing, state: None };
        Self {
            kind,
            clock: RwSignal::new(clock),
            wanted: RwSignal::new(wanted),
            base: RwSignal::new("10".to_string()),
            range: [String::new(), String::new()].map(RwSignal::new),
            is_guest: Memo::new(move |_| me.get() == Me::Guest),
            _whole: whole,
        }
    }

    fn counts(self) -> Counts {
        self.wanted.with(|wanted| wanted.counts)
    }

    fn base(self) -> Option<u32> {
        let base = self.base.with(|base| base.trim().parse().ok());
        base.filter(|base| (1..=Scoring::MOST_BASE).contains(base))
    }

    /// The ratings of those who may join, where it is not everybody.
    fn range(self) -> Result<Option<[i32; 2]>, NoRange> {
        let [least, most] = [0, 1].map(|end| {
            self.range[end].with(|text| match text.trim() {
                "" => Ok(OPEN[end]),
                text => text.parse().ok().filter(|rating| (OPEN[0]..=OPEN[1]).contains(rating)).ok_or(NoRange),
            })
        });
        match (least?, most?) {
            (least, most) if least > most => Err(NoRange),
            (least, most) if [least, most] == OPEN => Ok(None),
            (least, most) => Ok(Some([least, most])),
        }
    }

    /// Whether an account is needed and there is none.
    fn needs_account(self) -> bool {
        self.is_guest.get() && (self.kind == SetupKind::Ranked || self.counts() != Counts::Nothing)
    }

    /// Why there is no game yet, or that it is being made; nothing where all is well.
    pub(super) fn problem(self) -> &'static str {
        if self.needs_account() {
            return match self.kind {
                SetupKind::Ranked => text!(lobby.ranked_account),
                _ => text!(lobby.needs_account),
            };
        }
        match self.wrong() {
            Some("clock") => return text!(lobby.needs_clock),
            Some(_) => return text!(lobby.blocked),
            None => {}
        }
        match self.wanted.with(|wanted| wanted.state.clone()) {
            Some(State::Creating) => text!(online.creating),
            Some(State::Failed(failure)) if failure.status == 0 => text!(online.create_unreachable),
            Some(State::Failed(failure)) if failure.error.is_empty() => text!(online.create_failed),
            Some(State::Failed(failure)) => online_words::failure(&failure),
            None => "",
        }
    }

    /// The id of the first field that is not valid.
    pub(super) fn wrong(self) -> Option<&'static str> {
        if self.kind == SetupKind::Ranked {
            return self.needs_account().then_some("to-account");
        }
        let clock = self.clock.with(Draft::clock);
        let counts = self.counts();
        match clock {
            Err(field) => Some(clock_fields::id(field)),
            Ok(Clock::None) if counts == Counts::Ratings => Some("clock"),
            Ok(_) if counts == Counts::Stake && self.base().is_none() => Some("base"),
            Ok(_) if self.kind == SetupKind::Anybody && self.range().is_err() => Some("least"),
            Ok(_) => self.needs_account().then_some("to-account"),
        }
    }

    /// Who goes first, where that can be agreed: the server draws it in a game for points.
    pub(super) fn first_mover(self) -> AnyView {
        let Self { kind, wanted, .. } = self;
        let other = match kind {
            SetupKind::Ranked => return ().into_any(),
            SetupKind::Anybody => text!(lobby.first_other),
            _ => text!(online.first_friend),
        };
        let alternates = text!(online.first_alternates);
        radios(
            "first",
            text!(setup.first),
            Arrangement::Rows,
            vec![
                Choice::new(FirstMover::Tiles, text!(online.first_tiles)).about(text!(setup.first_tiles_about)),
                Choice::new(FirstMover::Random, text!(online.first_random)).about(text!(online.first_random_about)),
                Choice::new(FirstMover::Creator, text!(online.first_me)).about(alternates),
                Choice::new(FirstMover::Friend, other).about(alternates),
                Choice::new(FirstMover::Loser, text!(online.first_loser)).about(text!(online.first_loser_about)),
            ],
            move || wanted.with(|wanted| wanted.first),
            move |first| wanted.update(|wanted| wanted.first = first),
        )
    }

    /// Asks the server for a game against the computer of this level, or against somebody, and goes there.
    pub(super) fn create(self, rules: Rules, level: banqi_engine::Level) {
        let wanted = self.wanted.get_untracked();
        if wanted.state == Some(State::Creating) {
            return;
        }
        let Ok(clock) = self.clock.with_untracked(Draft::clock) else { return };
        let scoring = match (self.kind, wanted.counts) {
            (SetupKind::Ranked, _) => Scoring::Ranked { level },
            (_, Counts::Nothing) => Scoring::Casual,
            (_, Counts::Ratings) => Scoring::Rated,
            (_, Counts::Stake) => Scoring::Stake { base: untrack(|| self.base()).unwrap_or(1) },
        };
        let open = self.kind == SetupKind::Anybody;
        let range = untrack(|| self.range()).unwrap_or_default().filter(|_| open);
        self.wanted.update(|wanted| wanted.state = Some(State::Creating));
        let new = NewGame { scoring, open, range, ..NewGame::casual(rules, clock, wanted.first) };
        make(&new, move |failure| {
            self.wanted.try_update(|wanted| wanted.state = Some(State::Failed(failure)));
        });
    }
}

/// Asks the server for a game, and goes there.
pub(crate) fn make(new: &NewGame, failed: impl FnOnce(Failure) + 'static) {
    let body = serde_json::to_string(new).expect("a game is words and numbers");
    ask("POST", "/api/games", Some(&body), move |answer| match answer.map(|made| Fields(&made).parse("id")) {
        Ok(Some(id)) => navigate(Route::Online(id)),
        Ok(None) => failed(Failure::unknown()),
        Err(failure) => failed(failure),
    });
}

/// The fields.
pub(super) fn fields(wishes: Wishes) -> AnyView {
    let Wishes { clock, kind, .. } = wishes;
    if kind == SetupKind::Ranked {
        return vec![
            paragraph("secondary", text!(lobby.ranked_about)),
            paragraph("secondary", text!(lobby.ranked_most)),
            to_account(wishes),
        ]
        .into_any();
    }
    vec![clock_fields::fields(clock, &Kind::ALL), counts(wishes)].into_any()
}

/// What it counts for, and for whom it is.
fn counts(wishes: Wishes) -> AnyView {
    let Wishes { wanted, kind, .. } = wishes;
    let choices = vec![
        Choice::new(Counts::Nothing, text!(lobby.for_casual)).about(text!(lobby.for_casual_about)),
        Choice::new(Counts::Ratings, text!(lobby.for_rated)).about(text!(lobby.for_rated_about)),
        Choice::new(Counts::Stake, text!(lobby.for_stake)).about(text!(lobby.for_stake_about)),
    ];
    let what = radios(
        "counts",
        text!(lobby.for_title),
        Arrangement::Rows,
        choices,
        move || wishes.counts(),
        move |counts| wanted.update(|wanted| wanted.counts = counts),
    );
    let number = |id, what, about, value, is_wrong| {
        let field = Typed { id, what, about, fills: "off", is_number: true, is_secret: false };
        typed(field, value, Signal::stored(false), is_wrong)
    };
    let base = move || {
        let about = text!(lobby.base_error, most = Scoring::MOST_BASE);
        let is_wrong = Signal::derive(move || wishes.base().is_none());
        let field = number("base", text!(lobby.base), "", wishes.base, is_wrong);
        block("clock-fields", vec![field, wrong(is_wrong, about)])
    };
    let is_wrong = Signal::derive(move || wishes.range().is_err());
    let [least, most] = wishes.range;
    let range = (kind == SetupKind::Anybody).then(|| {
        let fields = vec![
            number("least", text!(lobby.least), "", least, is_wrong),
            number("most", text!(lobby.most), "", most, is_wrong),
            wrong(is_wrong, text!(lobby.range_error).to_string()),
        ];
        let about = paragraph("caption", text!(lobby.range_about));
        section("wishes-range", text!(lobby.range_title), vec![block("clock-fields", fields), about])
    });
    let base = live_while(move || wishes.counts() == Counts::Stake, base);
    block("", vec![what, base.into_any(), to_account(wishes), range.into_any()])
}

/// What is wrong with a field, while it is.
fn wrong(is_wrong: Signal<bool>, why: String) -> AnyView {
    let shown = move || block("error", vec![icon(Symbol::Forbidden), span("", why.clone())]);
    view! { <div role="alert">{live_while(move || is_wrong.get(), shown)}</div> }.into_any()
}

/// The way to an account, where one is needed.
fn to_account(wishes: Wishes) -> AnyView {
    let drawn = move || {
        if !wishes.needs_account() {
            return ().into_any();
        }
        let then = Route::Setup(wishes.kind);
        let parts = vec![span("", text!(lobby.to_account)), icon(Symbol::Go)];
        view! { <div id="to-account" tabindex="-1">{link("onward", format!("/account?then={then}"), parts)}</div> }
            .into_any()
    };
    live(drawn).into_any()
}
