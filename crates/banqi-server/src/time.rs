//! The time, which comes from outside: a test turns the hands itself.

use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use tokio::sync::watch;

/// Tells the time, and waits.
pub trait Time: Send + Sync + 'static {
    /// Now, in milliseconds since 1970.
    fn now(&self) -> u64;

    /// Over when that time has come.
    fn until(&self, at: u64) -> BoxFuture<'static, ()>;

    /// What a clock says that nobody sets, since whenever: for how long something took.
    fn steady(&self) -> Duration {
        Duration::from_millis(self.now())
    }
}

/// The clock of the machine.
///
/// ```
/// use banqi_server::{SystemTimeSource, Time as _};
/// assert!(SystemTimeSource.now() > 1_700_000_000_000);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemTimeSource;

impl Time for SystemTimeSource {
    fn now(&self) -> u64 {
        now()
    }

    fn until(&self, at: u64) -> BoxFuture<'static, ()> {
        // Somebody may set the clock meanwhile: look at it now and then.
        const LONGEST: u64 = 30_000;
        Box::pin(async move {
            while let Some(left) = at.checked_sub(now()).filter(|&left| left > 0) {
                tokio::time::sleep(Duration::from_millis(left.min(LONGEST))).await;
            }
        })
    }

    fn steady(&self) -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A clock whose hands a test turns. Copies are the same clock.
///
/// ```
/// use banqi_server::{ManualTime, Time as _};
/// let time = ManualTime::new(1_000);
/// time.advance(500);
/// assert_eq!(time.now(), 1_500);
/// ```
#[derive(Clone)]
pub struct ManualTime(Arc<watch::Sender<u64>>);

impl ManualTime {
    /// A clock that stands at this time.
    pub fn new(now: u64) -> Self {
        Self(Arc::new(watch::Sender::new(now)))
    }

    /// Turns it on by so many milliseconds, and wakes whoever waited for that.
    pub fn advance(&self, milliseconds: u64) {
        self.0.send_modify(|now| *now += milliseconds);
    }
}

impl fmt::Debug for ManualTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ManualTime({})", *self.0.borrow())
    }
}

impl Time for ManualTime {
    fn now(&self) -> u64 {
        *self.0.borrow()
    }

    fn until(&self, at: u64) -> BoxFuture<'static, ()> {
        let mut hands = self.0.subscribe();
        Box::pin(async move {
            if hands.wait_for(|now| *now >= at).await.is_err() {
                // Nobody turns the hands any more.
                std::future::pending::<()>().await;
            }
        })
    }
}
