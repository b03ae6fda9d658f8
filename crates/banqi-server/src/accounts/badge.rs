//! What somebody is known by while a socket is open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::SessionId;
use crate::UserId;

/// What somebody is known by: whoever takes it away closes the sockets that were opened with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Badge {
    /// Who it is.
    pub(crate) user: UserId,
    /// The session of an account; none for a guest, who has a cookie.
    pub(crate) session: Option<SessionId>,
}

/// The badges of all sockets that are open.
#[derive(Debug, Default)]
pub(crate) struct Badges(Mutex<HashMap<Badge, watch::Sender<bool>>>);

impl Badges {
    /// A socket is opened with it. What was taken away before this is not told: look again whether the badge holds.
    pub(crate) fn wear(self: &Arc<Self>, badge: Badge) -> Worn {
        let taken = self.lock().entry(badge).or_insert_with(|| watch::Sender::new(false)).subscribe();
        Worn { badges: self.clone(), badge, taken: Some(taken) }
    }

    /// Takes those badges away from all who wear them.
    pub(crate) fn take(&self, those: impl Fn(Badge) -> bool) {
        self.lock().retain(|badge, wearers| {
            let is_taken = those(*badge);
            if is_taken {
                wearers.send_replace(true);
            }
            !is_taken
        });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Badge, watch::Sender<bool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A badge while it is worn.
#[derive(Debug)]
pub(crate) struct Worn {
    badges: Arc<Badges>,
    badge: Badge,
    taken: Option<watch::Receiver<bool>>,
}

impl Worn {
    /// Over when it is taken away.
    pub(crate) async fn taken(&mut self) {
        if let Some(taken) = &mut self.taken {
            // The sender goes only after it has said so.
            let _ = taken.wait_for(|is_taken| *is_taken).await;
        }
    }
}

impl Drop for Worn {
    fn drop(&mut self) {
        let mut badges = self.badges.lock();
        self.taken = None;
        if badges.get(&self.badge).is_some_and(|wearers| wearers.receiver_count() == 0) {
            badges.remove(&self.badge);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn who_wears_it_is_told_and_nobody_else() {
        let badges = Arc::new(Badges::default());
        let user = UserId::from_bits([7; 16]);
        let badge = |byte| Badge { user, session: Some(SessionId::from_bits([byte; 8])) };
        let (mut one, mut two, mut other) = (badges.wear(badge(1)), badges.wear(badge(1)), badges.wear(badge(2)));
        badges.take(|taken| taken == badge(1));
        one.taken().await;
        two.taken().await;
        assert!(other.taken().now_or_never().is_none());
        // One that comes later wears another.
        let mut late = badges.wear(badge(1));
        drop((one, two));
        assert!(late.taken().now_or_never().is_none());
        badges.take(|taken| taken.user == user && taken != badge(2));
        assert!(late.taken().now_or_never().is_some() && other.taken().now_or_never().is_none());
        drop((late, other));
        assert!(badges.lock().is_empty(), "nobody is kept");
        badges.take(|_| true);
    }
}
