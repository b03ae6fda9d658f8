//! The worker in which the computer thinks, as the page has it: it asks, and never waits.

use std::fmt::Display;
use std::str::FromStr;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

/// A worker in which the engine thinks. Dropping it ends it, whatever it is doing.
pub(crate) struct EngineWorker {
    worker: Worker,
    // What the worker calls, which has to live as long.
    _answered: Closure<dyn Fn(MessageEvent)>,
    _failed: Closure<dyn Fn(ErrorEvent)>,
}

impl EngineWorker {
    /// Starts a worker. It calls `answered` with what it answers, or `failed` when it cannot run.
    ///
    /// # Errors
    ///
    /// What the browser said when it refused to start one.
    pub(crate) fn start<A: FromStr>(
        answered: impl Fn(A) + 'static,
        failed: impl Fn() + Clone + 'static,
    ) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address()?, &options)?;
        let unreadable = failed.clone();
        let answered = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let answer = event.data().as_string().and_then(|text| text.parse().ok());
            answer.map_or_else(&unreadable, &answered);
        });
        let failed = Closure::<dyn Fn(ErrorEvent)>::new(move |_| failed());
        worker.set_onmessage(Some(answered.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        Ok(Self { worker, _answered: answered, _failed: failed })
    }

    /// Asks.
    ///
    /// # Errors
    ///
    /// What the browser said when the question could not be sent.
    pub(crate) fn ask(&self, question: &impl Display) -> Result<(), JsValue> {
        self.worker.post_message(&question.to_string().into())
    }
}

impl Drop for EngineWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// The page says where its worker is, since the file's name may have the build in it.
fn address() -> Result<String, JsValue> {
    let link = leptos::prelude::document().get_element_by_id("worker").ok_or("the page names no worker")?;
    link.get_attribute("href").ok_or_else(|| "the page names no worker".into())
}
