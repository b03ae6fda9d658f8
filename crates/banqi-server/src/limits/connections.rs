//! How many connections are open that are no sockets.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{block, one_less};

/// Connections that ask over HTTP. One that becomes a socket is counted as that instead.
#[derive(Debug)]
pub(crate) struct Connections {
    per_address: u32,
    in_all: u32,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    addresses: HashMap<IpAddr, u32>,
    in_all: u32,
}

impl Connections {
    pub(crate) fn new(per_address: u32, in_all: u32) -> Arc<Self> {
        Arc::new(Self { per_address, in_all, open: Mutex::default() })
    }

    /// One more, of an address unless it is one of many people; it counts until what is returned is dropped.
    pub(crate) fn open(self: &Arc<Self>, address: Option<IpAddr>) -> Option<OpenConnection> {
        let address = address.map(block);
        let mut open = self.lock();
        let of_address = address.and_then(|address| open.addresses.get(&address)).copied().unwrap_or(0);
        if open.in_all >= self.in_all || of_address >= self.per_address {
            return None;
        }
        open.in_all += 1;
        if let Some(address) = address {
            *open.addresses.entry(address).or_default() += 1;
        }
        Some(OpenConnection { connections: self.clone(), address })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open connection, as far as it is counted.
#[derive(Debug)]
pub(crate) struct OpenConnection {
    connections: Arc<Connections>,
    address: Option<IpAddr>,
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        open.in_all -= 1;
        if let Some(address) = &self.address {
            one_less(&mut open.addresses, address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_count_while_they_are_open() {
        let address = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let connections = Connections::new(2, 4);
        let mut open: Vec<_> = (0..2).map(|_| connections.open(address(1)).unwrap()).collect();
        assert!(connections.open(address(1)).is_none(), "the address has two");
        open.extend([connections.open(address(2)).unwrap(), connections.open(None).unwrap()]);
        assert!(connections.open(None).is_none() && connections.open(address(3)).is_none(), "there are four");
        open.remove(0);
        open.push(connections.open(address(1)).unwrap());
        drop(open);
        assert!(connections.lock().addresses.is_empty(), "nobody is kept");
        assert_eq!(connections.lock().in_all, 0);
    }
}
