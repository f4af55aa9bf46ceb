//! The house with its rooms: finds the room of a match, wakes it when it sleeps.

use crate::error::Error;
use crate::identity::Identity;
use crate::message::FromClient;
use crate::room::{self, Look};
use crate::settings::Settings;
use crate::store::Store;
use shelf::Shelf;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// What a room hears.
pub(crate) enum ToRoom {
    /// Somebody comes in; the answer is a number for the visit.
    Enter {
        who: Option<Identity>,
        name: String,
        out: mpsc::Sender<Arc<str>>,
        reply: oneshot::Sender<u64>,
    },
    Leave {
        visit: u64,
    },
    Says {
        visit: u64,
        message: FromClient,
    },
    /// A bot has made up its mind, or lost it.
    Decided {
        seq: u32,
        action: Result<String, String>,
    },
    Look {
        reply: oneshot::Sender<Look>,
    },
    /// Somebody took a seat.
    Seated,
}

pub(crate) struct House {
    pub(crate) shelf: Shelf,
    pub(crate) store: Store,
    pub(crate) settings: Settings,
    /// As many bots think at once as there are cores.
    pub(crate) thinkers: Semaphore,
    doors: Mutex<BTreeMap<String, mpsc::Sender<ToRoom>>>,
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl House {
    pub(crate) fn new(shelf: Shelf, store: Store, settings: Settings) -> Arc<House> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(House { shelf, store, settings, thinkers: Semaphore::new(cores), doors: Mutex::default() })
    }

    fn doors(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, mpsc::Sender<ToRoom>>> {
        self.doors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The way into a room. A sleeping match begins to wake.
    pub(crate) fn door(self: &Arc<Self>, id: &str) -> mpsc::Sender<ToRoom> {
        let mut doors = self.doors();
        if let Some(door) = doors.get(id).filter(|door| !door.is_closed()) {
            return door.clone();
        }
        let (door, heard) = mpsc::channel(64);
        doors.insert(id.into(), door.clone());
        tokio::spawn(room::live(Arc::clone(self), id.into(), door.downgrade(), heard));
        door
    }

    /// Closes a room to which nobody has said anything yet.
    pub(crate) fn close(&self, id: &str, heard: &mut mpsc::Receiver<ToRoom>) -> bool {
        let mut doors = self.doors();
        if !heard.is_empty() {
            return false;
        }
        heard.close();
        doors.remove(id);
        true
    }

    /// Closes a room whatever was said to it.
    pub(crate) fn shut(&self, id: &str, heard: &mut mpsc::Receiver<ToRoom>) {
        let mut doors = self.doors();
        heard.close();
        doors.remove(id);
    }

    /// Asks a room something; a room that falls asleep meanwhile is woken and asked again.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        question: impl Fn(oneshot::Sender<T>) -> ToRoom,
    ) -> Result<T, Error> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            if self.door(id).send(question(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        // If the store is away, that is why; it comes back.
        self.store.sitting(id).await?;
        Err(Error::Inner("the match cannot be opened; it is kept for repair".into()))
    }

    pub(crate) async fn look(self: &Arc<Self>, id: &str) -> Result<Look, Error> {
        self.ask(id, |reply| ToRoom::Look { reply }).await
    }

    /// Wakes every match in which a bot is to move.
    pub(crate) async fn wake_bots(self: &Arc<Self>) -> Result<(), Error> {
        for sitting in self.store.bots_awaited().await? {
            self.door(&sitting.id);
        }
        Ok(())
    }
}
