//! How much one guest, one address and one socket may have of the server.

mod address;
mod bucket;
mod connections;

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::{Name, UserId};
pub(crate) use address::{behind_proxies, block};
pub(crate) use bucket::Bucket;
pub use bucket::{Rate, RateError};
pub(crate) use connections::Connections;

/// How much is allowed.
///
/// ```
/// let limits = banqi_server::Limits::default();
/// assert_eq!(limits.message_bytes, 4096);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// How often games may be made and joined from one address.
    pub games_per_address: Rate,
    /// How often a guest may make and join games.
    pub games_per_guest: Rate,
    /// How many games of a guest may be under way.
    pub open_games_per_guest: u32,
    /// How many sockets an address may have open.
    pub sockets_per_address: u32,
    /// How many sockets a guest may have open.
    pub sockets_per_guest: u32,
    /// How often an address may ask for what has to be read from the store or drawn.
    pub reads_per_address: Rate,
    /// How often an account may be made from one address.
    pub sign_ups_per_address: Rate,
    /// How often a password may be tried from one address.
    pub sign_ins_per_address: Rate,
    /// How often a password may be tried for one name from one address, whether there is such an account or not. From
    /// elsewhere it is another count: nobody keeps an owner out by trying.
    pub sign_ins_per_name: Rate,
    /// How often a recovery code may be tried from one address.
    pub recoveries_per_address: Rate,
    /// How often a recovery code may be tried for one name from one address.
    pub recoveries_per_name: Rate,
    /// How many messages a socket may send.
    pub messages: Rate,
    /// How many bytes a message may have.
    pub message_bytes: usize,
    /// How many messages may wait for a client before it is let go.
    pub waiting_messages: usize,
    /// What the network took is given back to players up to so many milliseconds a turn.
    pub lag_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        let per = |count: u32, seconds: f64, burst| Rate { burst, per_second: f64::from(count) / seconds };
        Self {
            games_per_address: per(2, 60.0, 40),
            games_per_guest: per(1, 60.0, 20),
            open_games_per_guest: 50,
            sockets_per_address: 200,
            sockets_per_guest: 20,
            reads_per_address: per(20, 1.0, 100),
            sign_ups_per_address: per(10, 3600.0, 10),
            sign_ins_per_address: per(10, 60.0, 30),
            sign_ins_per_name: per(20, 3600.0, 20),
            recoveries_per_address: per(10, 3600.0, 10),
            recoveries_per_name: per(10, 3600.0, 10),
            messages: per(20, 1.0, 40),
            message_bytes: 4096,
            waiting_messages: 256,
            lag_ms: 500,
        }
    }
}

/// What has been used of the limits that several share.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    games_by_address: Buckets<IpAddr>,
    games_by_guest: Buckets<UserId>,
    reads_by_address: Buckets<IpAddr>,
    sign_ups_by_address: Buckets<IpAddr>,
    sign_ins_by_address: Buckets<IpAddr>,
    sign_ins_by_name: Buckets<(String, IpAddr)>,
    recoveries_by_address: Buckets<IpAddr>,
    recoveries_by_name: Buckets<(String, IpAddr)>,
    sockets: Arc<Sockets>,
}

impl Usage {
    /// Somebody makes or joins a game.
    pub(crate) fn game(&self, limits: &Limits, address: IpAddr, guest: Option<UserId>, now: u64) -> bool {
        self.games_by_address.take(block(address), limits.games_per_address, now)
            && guest.is_none_or(|guest| self.games_by_guest.take(guest, limits.games_per_guest, now))
    }

    /// Somebody asks for something that costs.
    pub(crate) fn read(&self, limits: &Limits, address: IpAddr, now: u64) -> bool {
        self.reads_by_address.take(block(address), limits.reads_per_address, now)
    }

    /// Somebody makes an account.
    pub(crate) fn sign_up(&self, limits: &Limits, address: IpAddr, now: u64) -> bool {
        self.sign_ups_by_address.take(block(address), limits.sign_ups_per_address, now)
    }

    /// Somebody says a password; of which account, if that can be one at all.
    pub(crate) fn sign_in(&self, limits: &Limits, address: IpAddr, name: Option<&Name>, now: u64) -> bool {
        let from = block(address);
        self.sign_ins_by_address.take(from, limits.sign_ins_per_address, now)
            && name.is_none_or(|name| self.sign_ins_by_name.take((name.key(), from), limits.sign_ins_per_name, now))
    }

    /// Somebody says a recovery code; of which account, if that can be one at all.
    pub(crate) fn recovery(&self, limits: &Limits, address: IpAddr, name: Option<&Name>, now: u64) -> bool {
        let from = block(address);
        self.recoveries_by_address.take(from, limits.recoveries_per_address, now)
            && name.is_none_or(|name| self.recoveries_by_name.take((name.key(), from), limits.recoveries_per_name, now))
    }

    /// Somebody opens a socket; it counts until what is returned is dropped.
    pub(crate) fn socket(&self, limits: &Limits, address: IpAddr, guest: Option<UserId>) -> Option<OpenSocket> {
        let address = block(address);
        let mut counts = self.sockets.lock();
        let is_free = counts.addresses.get(&address).is_none_or(|count| *count < limits.sockets_per_address)
            && guest
                .is_none_or(|guest| counts.guests.get(&guest).is_none_or(|count| *count < limits.sockets_per_guest));
        if !is_free {
            return None;
        }
        *counts.addresses.entry(address).or_default() += 1;
        if let Some(guest) = guest {
            *counts.guests.entry(guest).or_default() += 1;
        }
        Some(OpenSocket { sockets: self.sockets.clone(), address, guest })
    }

    /// How many sockets are open.
    pub(crate) fn open_sockets(&self) -> u32 {
        self.sockets.lock().addresses.values().sum()
    }

    /// Over when none is open.
    pub(crate) async fn sockets_closed(&self) {
        loop {
            let closed = self.sockets.closed.notified();
            if self.open_sockets() == 0 {
                return;
            }
            closed.await;
        }
    }
}

/// An open socket, as far as it is counted.
#[derive(Debug)]
pub(crate) struct OpenSocket {
    sockets: Arc<Sockets>,
    address: IpAddr,
    guest: Option<UserId>,
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        let mut counts = self.sockets.lock();
        one_less(&mut counts.addresses, &self.address);
        if let Some(guest) = self.guest {
            one_less(&mut counts.guests, &guest);
        }
        if counts.addresses.is_empty() {
            self.sockets.closed.notify_waiters();
        }
    }
}

#[derive(Debug, Default)]
struct Sockets {
    counts: Mutex<Counts>,
    /// Told when the last one is closed.
    closed: Notify,
}

#[derive(Debug, Default)]
struct Counts {
    addresses: HashMap<IpAddr, u32>,
    guests: HashMap<UserId, u32>,
}

impl Sockets {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn one_less<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

/// A bucket for each of many. Those that are full again are forgotten, so addresses are not kept.
#[derive(Debug)]
struct Buckets<K>(Mutex<(HashMap<K, Bucket>, usize)>);

impl<K> Default for Buckets<K> {
    fn default() -> Self {
        Self(Mutex::new((HashMap::new(), Self::CLEAN_AT)))
    }
}

impl<K> Buckets<K> {
    /// With so many it is looked for the first time whether some can be forgotten.
    const CLEAN_AT: usize = 1024;
}

impl<K: Eq + Hash> Buckets<K> {
    fn take(&self, key: K, rate: Rate, now: u64) -> bool {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (buckets, clean_at) = &mut *guard;
        if buckets.len() >= *clean_at {
            buckets.retain(|_, bucket| !bucket.is_full(rate, now));
            // Looking costs as much as there are: so it is not done again before there are twice as many.
            *clean_at = (2 * buckets.len()).max(Self::CLEAN_AT);
        }
        buckets.entry(key).or_insert_with(|| Bucket::full(rate, now)).take(rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn sockets_count_while_they_are_open() {
        let limits = Limits { sockets_per_address: 3, sockets_per_guest: 2, ..Limits::default() };
        let usage = Usage::default();
        let guest = UserId::from_bits([1; 16]);
        let one = usage.socket(&limits, address(1), Some(guest));
        let two = usage.socket(&limits, address(1), Some(guest));
        assert!(one.is_some() && two.is_some());
        assert!(usage.socket(&limits, address(2), Some(guest)).is_none(), "the guest has two");
        let three = usage.socket(&limits, address(1), None);
        assert!(three.is_some());
        assert!(usage.socket(&limits, address(1), None).is_none(), "the address has three");
        assert_eq!(usage.open_sockets(), 3);
        drop(two);
        assert!(usage.socket(&limits, address(1), Some(guest)).is_some());
        drop((one, three));
        let counts = usage.sockets.lock();
        assert!(counts.addresses.is_empty() && counts.guests.is_empty(), "nobody is kept");
    }

    #[test]
    fn passwords_are_tried_so_often_for_a_name_and_nobody_is_kept_out_by_others() {
        let limits = Limits { sign_ins_per_name: "1/s burst 3".parse().unwrap(), ..Limits::default() };
        let usage = Usage::default();
        let name = |name: &str| Some(name.parse::<Name>().unwrap());
        let tries = |from: u8, name: Option<&Name>| usage.sign_in(&limits, address(from), name, 1000);
        let tried = (1..=5).filter(|_| tries(1, name("Anna").as_ref())).count();
        assert_eq!(tried, 3);
        assert!(!tries(1, name("anna").as_ref()), "it is the same name");
        assert!(tries(2, name("Anna").as_ref()), "who is elsewhere may be its owner");
        assert!(tries(1, name("Berta").as_ref()) && tries(1, None));
        // A recovery is something else.
        assert!(usage.recovery(&limits, address(1), name("Anna").as_ref(), 1000));
    }

    #[test]
    fn addresses_are_forgotten() {
        let limits = Limits { games_per_address: "1/s burst 1".parse().unwrap(), ..Limits::default() };
        let usage = Usage::default();
        for number in 0..100_000_u32 {
            let address = IpAddr::from(number.to_be_bytes());
            assert!(usage.game(&limits, address, None, u64::from(number)));
            assert!(!usage.game(&limits, address, None, u64::from(number)));
        }
        // A thousand a second, each remembered for a second.
        assert!(usage.games_by_address.0.lock().unwrap().0.len() < 5000);
    }
}
