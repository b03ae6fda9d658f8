//! A program beside this one, to which one writes lines and which answers in lines. Nothing it does can make the caller
//! wait for longer than it wants.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Failure, Hurry};

/// What is read of a line; the rest of a longer one is skipped.
const LONGEST: u64 = 1 << 16;
/// Lines that wait to be read; then the program has to wait.
const WAITING: usize = 256;
/// How often to ask whether to go on waiting.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a program may take to leave when it is told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program. When it is dropped, the program is ended.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// How it ended, once it is waited for.
    status: Option<ExitStatus>,
    commands: Option<SyncSender<String>>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program with its arguments, without a shell. What it writes to standard error is nobody's business.
    pub(crate) fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own: it ends with all that it starts, and Ctrl-C is for this process alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (commands, to_write) = sync_channel(WAITING);
        let (read, lines) = sync_channel(WAITING);
        // From here on, dropping this ends the program.
        let process = Self { child, status: None, commands: Some(commands), lines };
        let (Some(stdin), Some(stdout)) = (stdin, stdout) else { return Err(io::ErrorKind::BrokenPipe.into()) };
        // Either may be stuck in a pipe, and both end when the program has.
        thread::Builder::new().name("engine's input".into()).spawn(move || write(stdin, &to_write))?;
        thread::Builder::new().name("engine's output".into()).spawn(move || read_lines(stdout, &read))?;
        Ok(process)
    }

    /// Writes a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Failure> {
        match self.commands.as_ref().map(|commands| commands.try_send(format!("{line}\n"))) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Failure::Gone("it does not read what it is sent".into())),
            Some(Err(_)) | None => Err(Failure::Gone(self.why_gone())),
        }
    }

    /// Forgets what was read and not asked for.
    pub(crate) fn drain(&mut self) {
        // Not more than can have waited: it may be writing still.
        for _ in 0..WAITING {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
    }

    /// Waits for the line in which `find` finds something; others are skipped.
    pub(crate) fn await_line<T>(
        &mut self,
        wait: Wait<'_>,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        loop {
            if (wait.stop)() {
                return Err(Failure::Stopped);
            }
            let left = wait.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::Late);
            }
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => {
                    if let Some(found) = find(&line) {
                        return Ok(found);
                    }
                }
                // What it started may go on and hold its output.
                Err(RecvTimeoutError::Timeout) if !self.has_ended() => {}
                Err(_) => return Err(Failure::Gone(self.why_gone())),
            }
        }
    }

    /// Asks the program to leave, and sees to it that it does.
    pub(crate) fn leave(mut self, farewell: &str) {
        if self.send(farewell).is_err() {
            return;
        }
        // Closes its input after that.
        self.commands = None;
        let until = Instant::now() + FAREWELL;
        while let left = until.saturating_duration_since(Instant::now())
            && !left.is_zero()
            && self.lines.recv_timeout(left) != Err(RecvTimeoutError::Disconnected)
        {}
    }

    /// How the program ended, which it has or is about to.
    fn why_gone(&mut self) -> String {
        let until = Instant::now() + FAREWELL;
        while !self.has_ended() {
            if Instant::now() >= until {
                return "it closed its input or output".into();
            }
            thread::sleep(Duration::from_millis(2));
        }
        self.end().map_or_else(|error| error.to_string(), |status| format!("it ended ({status})"))
    }

    /// Whether it has ended.
    #[cfg(unix)]
    pub(crate) fn has_ended(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        // While nobody has waited for it, its number is nobody else's.
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.status.is_some()
            || group(&self.child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), look), Ok(None)))
    }

    /// Whether it has ended.
    #[cfg(not(unix))]
    pub(crate) fn has_ended(&mut self) -> bool {
        self.status.is_some() || !matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends the program and all that it started, and waits for it, so that no zombie stays.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        #[cfg(unix)]
        if let Some(group) = group(&self.child) {
            // There may be nobody left in it.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // It may be gone already.
        let _ = self.child.kill();
        let status = self.child.wait()?;
        self.status = Some(status);
        Ok(status)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nobody is left whom one could tell.
        let _ = self.end();
    }
}

/// The group of a program, which has its number.
#[cfg(unix)]
fn group(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(child.id().cast_signed())
}

/// Until when to wait, and whether at all.
#[derive(Clone, Copy)]
pub(crate) struct Wait<'a> {
    until: Instant,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> From<Hurry<'a>> for Wait<'a> {
    fn from(hurry: Hurry<'a>) -> Self {
        // A year is as good as for ever, and can be added.
        let within = hurry.within.min(Duration::from_hours(365 * 24));
        Self { until: Instant::now() + within, stop: hurry.stop }
    }
}

fn write(mut stdin: ChildStdin, commands: &Receiver<String>) {
    for line in commands {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(line)) = bounded_line(&mut stdout) {
        if lines.send(line).is_err() {
            break;
        }
    }
}

/// The next line without its end, or the beginning of a very long one; none at the end.
fn bounded_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_up_to_its_bound() {
        let long = "x".repeat(LONGEST as usize + 10);
        let text = format!("one\r\n\n{long}\ntwo");
        let mut input = text.as_bytes();
        let lines: Vec<String> = std::iter::from_fn(|| bounded_line(&mut input).unwrap()).collect();
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [3, 0, LONGEST as usize, 3]);
        assert_eq!(lines[3], "two");
    }
}
