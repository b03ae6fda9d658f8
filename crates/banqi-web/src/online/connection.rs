//! The connection to the server: it comes back by itself, and says how it is.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use leptos::leptos_dom::helpers::{TimeoutHandle, WindowListenerHandle};
use leptos::prelude::*;
use rand::TryRng;
use rand::rngs::SysRng;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, WebSocket};

/// How the connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lamp {
    Connected,
    /// It is being made, for the first time or again.
    Connecting,
    /// The device has no net.
    Offline,
}

/// The first attempt after a loss waits so many milliseconds, each further one twice as long.
const FIRST: u32 = 500;
/// None waits longer.
const LONGEST: u32 = 16_000;

/// How long to wait before the next attempt, after so many in vain: from half of it to the whole, so that not everybody
/// comes back at once when a server does. `chance` is below 1024.
fn wait(tries: u32, chance: u32) -> Duration {
    let whole = FIRST.saturating_mul(1 << tries.min(10)).min(LONGEST);
    Duration::from_millis(u64::from(whole / 2 + whole / 2 * chance / 1024))
}

/// What the connection calls.
pub(crate) struct Calls {
    /// What is said first on each connection.
    pub(crate) hello: Box<dyn Fn() -> String>,
    pub(crate) heard: Box<dyn Fn(String)>,
    pub(crate) lamp: Box<dyn Fn(Lamp)>,
    /// The first attempt was in vain: there may be nothing at this address.
    pub(crate) failed: Box<dyn Fn()>,
}

struct Inner {
    address: String,
    calls: Calls,
    socket: RefCell<Option<Socket>>,
    tries: Cell<u32>,
    /// Whether it ever was there.
    was_open: Cell<bool>,
    timer: RefCell<Option<TimeoutHandle>>,
    listeners: RefCell<Vec<WindowListenerHandle>>,
    shown: Closure<dyn Fn()>,
}

/// A socket and what it calls, which has to live as long.
struct Socket {
    web: WebSocket,
    _opened: Closure<dyn Fn()>,
    _heard: Closure<dyn Fn(MessageEvent)>,
    _closed: Closure<dyn Fn(Event)>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.web.set_onopen(None);
        self.web.set_onmessage(None);
        self.web.set_onclose(None);
        // One that is closed already stays so.
        let _ = self.web.close();
    }
}

/// A connection. Dropping it ends it.
pub(crate) struct Connection(Rc<Inner>);

impl Connection {
    /// Connects to a path of the server's, and keeps connecting.
    pub(crate) fn open(path: &str, calls: Calls) -> Self {
        let location = window().location();
        let scheme = if location.protocol().is_ok_and(|protocol| protocol == "https:") { "wss" } else { "ws" };
        let address = format!("{scheme}://{}{path}", location.host().unwrap_or_default());
        let inner = Rc::new_cyclic(|inner: &Weak<Inner>| {
            let shown = inner.clone();
            Inner {
                address,
                calls,
                socket: RefCell::new(None),
                tries: Cell::new(0),
                was_open: Cell::new(false),
                timer: RefCell::new(None),
                listeners: RefCell::new(Vec::new()),
                // Whoever looks at the page again does not wait.
                shown: Closure::new(move || {
                    if let Some(inner) = shown.upgrade()
                        && !document().hidden()
                    {
                        inner.hurry();
                    }
                }),
            }
        });
        let listener = |does: fn(&Rc<Inner>)| {
            let inner = Rc::downgrade(&inner);
            move |_: Event| {
                if let Some(inner) = inner.upgrade() {
                    does(&inner);
                }
            }
        };
        let listeners = vec![
            window_event_listener_untyped("online", listener(Inner::hurry)),
            window_event_listener_untyped("offline", listener(Inner::lost)),
        ];
        *inner.listeners.borrow_mut() = listeners;
        let shown = inner.shown.as_ref().unchecked_ref();
        // An event target takes listeners.
        let _ = document().add_event_listener_with_callback("visibilitychange", shown);
        inner.connect();
        Self(inner)
    }

    /// Says something, where there is a connection.
    pub(crate) fn say(&self, text: &str) {
        if let Some(socket) = &*self.0.socket.borrow() {
            // A socket that cannot send says itself that it is lost.
            let _ = socket.web.send_with_str(text);
        }
    }

    /// Connects anew at once: for another role, or because there was no answer.
    pub(crate) fn again(&self) {
        self.0.tries.set(0);
        self.0.connect();
    }

    /// Connects anew after a while: the server has said that it restarts.
    pub(crate) fn again_later(&self) {
        self.0.lost();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.stop_waiting();
        self.0.socket.take();
        for listener in self.0.listeners.take() {
            listener.remove();
        }
        let shown = self.0.shown.as_ref().unchecked_ref();
        let _ = document().remove_event_listener_with_callback("visibilitychange", shown);
    }
}

impl Inner {
    fn stop_waiting(&self) {
        if let Some(timer) = self.timer.take() {
            timer.clear();
        }
    }

    fn connect(self: &Rc<Self>) {
        self.stop_waiting();
        (self.calls.lamp)(Lamp::Connecting);
        let socket = self.socket();
        let is_made = socket.is_some();
        // What was there before is closed by this.
        *self.socket.borrow_mut() = socket;
        if !is_made {
            self.lost();
        }
    }

    fn socket(self: &Rc<Self>) -> Option<Socket> {
        let socket = WebSocket::new(&self.address).ok()?;
        let (opened, heard, closed) = (Rc::downgrade(self), Rc::downgrade(self), Rc::downgrade(self));
        let opened = Closure::<dyn Fn()>::new(move || {
            if let Some(inner) = opened.upgrade() {
                let hello = (inner.calls.hello)();
                if let Some(socket) = &*inner.socket.borrow() {
                    let _ = socket.web.send_with_str(&hello);
                }
            }
        });
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let (Some(inner), Some(text)) = (heard.upgrade(), event.data().as_string()) {
                // Only who answers is there.
                inner.tries.set(0);
                inner.was_open.set(true);
                (inner.calls.lamp)(Lamp::Connected);
                (inner.calls.heard)(text);
            }
        });
        let closed = Closure::<dyn Fn(Event)>::new(move |_| {
            if let Some(inner) = closed.upgrade() {
                // Not in the middle of what the socket calls.
                set_timeout(move || inner.lost(), Duration::ZERO);
            }
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Some(Socket { web: socket, _opened: opened, _heard: heard, _closed: closed })
    }

    /// There is no connection: tries again after a while, or once there is a net.
    fn lost(self: &Rc<Self>) {
        self.socket.take();
        self.stop_waiting();
        let tries = self.tries.get();
        self.tries.set(tries + 1);
        if tries == 0 && !self.was_open.get() {
            (self.calls.failed)();
        }
        let has_net = window().navigator().on_line();
        (self.calls.lamp)(if has_net { Lamp::Connecting } else { Lamp::Offline });
        let chance = SysRng.try_next_u32().unwrap_or_default() % 1024;
        let inner = Rc::downgrade(self);
        let again = move || {
            if let Some(inner) = inner.upgrade() {
                inner.connect();
            }
        };
        // The browser tells when there is a net again; if it is wrong about that, this tries all the same.
        let tries = if has_net { tries } else { u32::MAX };
        *self.timer.borrow_mut() = set_timeout_with_handle(again, wait(tries, chance)).ok();
    }

    /// Does not wait any longer, if it waits.
    fn hurry(self: &Rc<Self>) {
        if self.socket.borrow().is_none() {
            self.tries.set(0);
            self.connect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_wait_longer_and_longer_but_not_for_ever() {
        let waits = |chance| [0, 1, 2, 3, 4, 5, 6, 40].map(|tries| wait(tries, chance).as_millis());
        assert_eq!(waits(0), [250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
        assert!(waits(1023).into_iter().zip(waits(0)).all(|(late, early)| early < late && late < 2 * early));
    }
}
