//! How much of a search is left.

/// So many positions, and a caller who may call it off.
pub(crate) struct Budget<'a> {
    limit: u64,
    spent: u64,
    over: bool,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Budget<'a> {
    /// Asking may cost the caller a look at a clock, so it is not done at each position.
    const ASK_EVERY: u64 = 256;

    pub(crate) fn new(limit: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Self { limit, spent: 0, over: false, stop }
    }

    /// Counts one position, if it may still be looked at.
    pub(crate) fn spend(&mut self) -> bool {
        self.over |= self.spent >= self.limit || (self.spent.is_multiple_of(Self::ASK_EVERY) && (self.stop)());
        self.spent += u64::from(!self.over);
        !self.over
    }

    /// Whether a position was refused. Values found since then mean nothing.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// How many positions were looked at.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }
}
