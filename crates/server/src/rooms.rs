//! All rooms: finds the room of a match, wakes it when it sleeps, starts it again when it has died.

use crate::error::Error;
use crate::identity::Identity;
use crate::message::FromClient;
use crate::room::{self, Snapshot};
use crate::settings::Settings;
use crate::store::{Secret, Store};
use shelf::Shelf;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};
use testkit::catch;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

/// What a room is sent.
pub(crate) enum ToRoom {
    /// Somebody comes in; the answer is a number for the connection.
    Enter {
        newcomer: Newcomer,
        reply: oneshot::Sender<Result<u64, Error>>,
    },
    Leave {
        connection: u64,
    },
    Message {
        connection: u64,
        message: FromClient,
    },
    /// A bot has decided, or failed to.
    Decided {
        seq: u32,
        action: Result<(String, shelf::Mind), String>,
    },
    Snapshot {
        reply: oneshot::Sender<Arc<Snapshot>>,
    },
    /// The match is played again, in another one.
    Again {
        id: String,
        by: String,
    },
    /// The match was deleted.
    Gone,
    /// Somebody took a seat.
    Seated {
        seat: i64,
        who: Identity,
        name: String,
    },
}

/// Somebody at the other end of a socket.
#[derive(Debug)]
pub(crate) struct Newcomer {
    pub(crate) who: Option<Identity>,
    pub(crate) name: String,
    /// Their private notes of this match.
    pub(crate) note: String,
    pub(crate) out: mpsc::Sender<ToSocket>,
    /// Used when the room lets them go. If it is dropped without a word, the room has died.
    pub(crate) dismissed: oneshot::Sender<()>,
}

/// A message on its way out.
#[derive(Clone, Debug)]
pub(crate) struct ToSocket {
    pub(crate) text: Arc<str>,
    /// Of an update.
    pub(crate) seq: Option<u32>,
}

pub(crate) struct Rooms {
    pub(crate) shelf: Shelf,
    pub(crate) store: Store,
    pub(crate) settings: Settings,
    /// As many bots think at once as there are cores.
    pub(crate) thinkers: Semaphore,
    /// Long work on copies of matches: never on all cores.
    workers: Semaphore,
    /// How many connections there are, sockets included.
    pub(crate) connections: AtomicUsize,
    /// True when the table is about to close.
    pub(crate) closing: watch::Sender<bool>,
    senders: Mutex<BTreeMap<String, mpsc::Sender<ToRoom>>>,
    /// Secrets that somebody has seen the hash of, and that no match has yet.
    promised: Mutex<VecDeque<(String, Secret)>>,
}

/// More promises are not kept in mind: whoever is late asks for another.
const MOST_PROMISED: usize = 4_096;

impl std::fmt::Debug for Rooms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rooms").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Rooms {
    pub(crate) fn new(shelf: Shelf, store: Store, settings: Settings) -> Arc<Rooms> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Arc::new(Rooms {
            shelf,
            store,
            settings,
            thinkers: Semaphore::new(cores),
            workers: Semaphore::new((cores - 1).max(1)),
            connections: AtomicUsize::new(0),
            closing: watch::Sender::new(false),
            senders: Mutex::default(),
            promised: Mutex::default(),
        })
    }

    /// A secret for the next match of somebody: they see its hash before they give their part.
    pub(crate) fn promise(&self) -> String {
        let mut promised = self.promised.lock().unwrap_or_else(PoisonError::into_inner);
        if promised.len() >= MOST_PROMISED {
            promised.pop_front();
        }
        let secret = Secret::fresh();
        let hash = secret.seed.hash();
        promised.push_back((hash.clone(), secret));
        hash
    }

    /// The secret with this hash, for one match only.
    pub(crate) fn promised(&self, hash: &str) -> Option<Secret> {
        let mut promised = self.promised.lock().unwrap_or_else(PoisonError::into_inner);
        let at = promised.iter().position(|(promised, _)| promised == hash)?;
        promised.remove(at).map(|(_, secret)| secret)
    }

    fn senders(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, mpsc::Sender<ToRoom>>> {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The way into a room. A sleeping match begins to wake.
    pub(crate) fn sender(self: &Arc<Self>, id: &str) -> mpsc::Sender<ToRoom> {
        let mut senders = self.senders();
        if let Some(sender) = senders.get(id).filter(|sender| !sender.is_closed()) {
            return sender.clone();
        }
        let (sender, inbox) = mpsc::channel(64);
        senders.insert(id.into(), sender.clone());
        let room = tokio::spawn(room::run(Arc::clone(self), id.into(), sender.downgrade(), inbox));
        let id = id.to_string();
        tokio::spawn(async move {
            // Whoever was connected comes in again, and finds a new room.
            if let Err(died) = room.await
                && died.is_panic()
            {
                tracing::error!(match_id = id, "the room died and is started again: {died}");
            }
        });
        sender
    }

    /// Closes the room of a match that is no more, if it is awake.
    pub(crate) async fn forget(&self, id: &str) {
        let awake = self.senders().get(id).cloned();
        if let Some(room) = awake {
            let _ = room.send(ToRoom::Gone).await;
        }
    }

    /// How many matches are awake.
    pub(crate) fn awake(&self) -> usize {
        self.senders().len()
    }

    /// Closes a room to which nobody has said anything yet.
    pub(crate) fn close_if_idle(&self, id: &str, inbox: &mut mpsc::Receiver<ToRoom>) -> bool {
        let mut senders = self.senders();
        if !inbox.is_empty() {
            return false;
        }
        inbox.close();
        senders.remove(id);
        true
    }

    /// Closes a room whatever was said to it.
    pub(crate) fn close(&self, id: &str, inbox: &mut mpsc::Receiver<ToRoom>) {
        let mut senders = self.senders();
        inbox.close();
        senders.remove(id);
    }

    /// Asks a room something; a room that falls asleep or dies meanwhile is woken and asked again.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        mut question: impl FnMut(oneshot::Sender<T>) -> ToRoom,
    ) -> Result<T, Error> {
        for _ in 0..3 {
            let (reply, answer) = oneshot::channel();
            if self.sender(id).send(question(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        // If the store is away, that is why; it comes back.
        self.store.match_row(id).await?;
        Err(Error::Inner("the match cannot be opened; it is kept for repair".into()))
    }

    pub(crate) async fn snapshot(self: &Arc<Self>, id: &str) -> Result<Arc<Snapshot>, Error> {
        self.ask(id, |reply| ToRoom::Snapshot { reply }).await
    }

    /// Wakes every match in which a bot is to move.
    pub(crate) async fn wake_bots(self: &Arc<Self>) -> Result<(), Error> {
        for id in self.store.bots_awaited().await? {
            self.sender(&id);
        }
        Ok(())
    }

    /// Long work, away from the threads that serve others. A panic in it is a mistake of the rules.
    pub(crate) async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let _permit = self.workers.acquire().await.map_err(|_| Error::Inner("the table is closing".into()))?;
        let done = tokio::task::spawn_blocking(|| catch(work)).await;
        done.map_err(|error| Error::Inner(error.to_string()))?.map_err(|panic| {
            tracing::error!("the rules failed: {panic}");
            Error::Inner("the referee is at a loss".into())
        })
    }
}
