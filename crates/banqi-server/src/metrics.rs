//! What is counted and measured, for Prometheus.

use std::time::Duration;

use banqi_wire::Refusal;
use metrics::{Counter, Gauge, Histogram, Key, KeyName, Label, Level, Metadata, Recorder as _, SharedString, Unit};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

/// Upper bounds in seconds: a commit takes some milliseconds.
const SECONDS: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];

const HERE: Metadata<'_> = Metadata::new("banqi_server", Level::INFO, None);

/// One server's counters: not the process's, so that tests can have several servers.
pub(crate) struct Metrics {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    pub(crate) games_created: Counter,
    pub(crate) games_over: Counter,
    pub(crate) rooms: Gauge,
    pub(crate) sockets: Gauge,
    pub(crate) sockets_opened: Counter,
    pub(crate) slow_sockets: Counter,
    pub(crate) messages: Counter,
    pub(crate) passwords: Counter,
    events: Counter,
    append_seconds: Histogram,
    /// Questions to the computer that wait for a thread.
    pub(crate) thinking_waiting: Gauge,
    pub(crate) thinking_seconds: Histogram,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let builder = PrometheusBuilder::new();
        let builder = builder.set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS);
        let recorder = builder.expect("there are some bounds").build_recorder();
        let handle = recorder.handle();
        let counter = |name: &'static str, about: &'static str| {
            recorder.describe_counter(KeyName::from_const_str(name), None, SharedString::const_str(about));
            recorder.register_counter(&Key::from_static_name(name), &HERE)
        };
        let gauge = |name: &'static str, about: &'static str| {
            recorder.describe_gauge(KeyName::from_const_str(name), None, SharedString::const_str(about));
            recorder.register_gauge(&Key::from_static_name(name), &HERE)
        };
        let seconds = |name: &'static str, about: &'static str| {
            let unit = Some(Unit::Seconds);
            recorder.describe_histogram(KeyName::from_const_str(name), unit, SharedString::const_str(about));
            recorder.register_histogram(&Key::from_static_name(name), &HERE)
        };
        for (name, about) in [
            ("banqi_refusals_total", "Commands that were refused, by reason"),
            ("banqi_http_requests_total", "Answers over HTTP, by place and status"),
        ] {
            recorder.describe_counter(KeyName::from_const_str(name), None, SharedString::const_str(about));
        }
        Self {
            games_created: counter("banqi_games_created_total", "Games that were made"),
            games_over: counter("banqi_games_over_total", "Games that ended"),
            rooms: gauge("banqi_rooms", "Games in memory"),
            sockets: gauge("banqi_sockets", "Open sockets"),
            sockets_opened: counter("banqi_sockets_opened_total", "Sockets that were opened"),
            slow_sockets: counter("banqi_slow_sockets_total", "Sockets that were closed because they were too slow"),
            messages: counter("banqi_messages_total", "Messages from clients"),
            passwords: counter("banqi_passwords_total", "Passwords that were hashed, to keep or to check"),
            events: counter("banqi_events_total", "Events that were kept"),
            append_seconds: seconds("banqi_append_seconds", "Time until events are kept"),
            thinking_waiting: gauge("banqi_thinking_waiting", "Questions to the computer that wait"),
            thinking_seconds: seconds("banqi_thinking_seconds", "Time until the computer has an answer"),
            handle,
            recorder,
        }
    }

    pub(crate) fn kept(&self, events: usize, took: Duration) {
        self.events.increment(events as u64);
        self.append_seconds.record(took);
    }

    pub(crate) fn refused(&self, refusal: &Refusal) {
        let labels = vec![Label::from_static_parts("reason", reason(refusal))];
        let key = Key::from_parts("banqi_refusals_total", labels);
        self.recorder.register_counter(&key, &HERE).increment(1);
    }

    /// `place` is the pattern of the address, not the address: there are only so many.
    pub(crate) fn answered(&self, place: &str, status: u16) {
        let labels = vec![Label::new("place", place.to_owned()), Label::new("status", status.to_string())];
        let key = Key::from_parts("banqi_http_requests_total", labels);
        self.recorder.register_counter(&key, &HERE).increment(1);
    }

    pub(crate) fn render(&self) -> String {
        self.handle.run_upkeep();
        sorted(&self.handle.render())
    }
}

/// The exporter's order is another one each time. Sorted, two answers can be compared. Buckets have an order of their own.
fn sorted(text: &str) -> String {
    let mut families: Vec<String> = text
        .split_terminator("\n\n")
        .map(|family| {
            let mut lines: Vec<&str> = family.lines().collect();
            if !lines.iter().any(|line| line.starts_with("# TYPE") && line.ends_with("histogram")) {
                lines.sort_unstable();
            }
            lines.join("\n")
        })
        .collect();
    families.sort_unstable();
    families.join("\n\n") + "\n"
}

fn reason(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Malformed { .. } => "malformed",
        Refusal::TooLarge { .. } => "too_large",
        Refusal::TooFast => "too_fast",
        Refusal::Hello => "hello",
        Refusal::Version { .. } => "version",
        Refusal::Stale { .. } => "stale",
        Refusal::Spectator => "spectator",
        Refusal::NotYourTurn => "not_your_turn",
        Refusal::NotNow => "not_now",
        Refusal::Illegal { .. } => "illegal",
        Refusal::WrongSecret => "wrong_secret",
        Refusal::NoTile => "no_tile",
        Refusal::OfferedLately { .. } => "offered_lately",
        Refusal::NotGone { .. } => "not_gone",
        Refusal::Unavailable => "unavailable",
    }
}
