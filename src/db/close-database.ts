// Closes a database when what still writes to it has been written: whoever leaves a book or an account keeps its last
// place and time while the view is already gone. Knows nothing of what that is.

import type Dexie from 'dexie';

/** Milliseconds that a database is waited for; what takes longer will not come to an end. */
const patience = 5000;

interface Work {
  running: number;
  /** Called when nothing runs any more. */
  ended: () => void;
}

const work = new WeakMap<Dexie, Work>();

/** Call before the database is opened. */
export function followTransactions(database: Dexie): void {
  const own: Work = { running: 0, ended: () => undefined };
  work.set(database, own);
  database.use({
    stack: 'dbcore',
    name: 'running transactions',
    create: (core) => ({
      ...core,
      transaction: (...asked) => {
        const transaction = core.transaction(...asked);
        own.running++;
        const end = () => {
          own.running--;
          if (own.running === 0) own.ended();
        };
        const events = transaction as unknown as EventTarget;
        events.addEventListener('complete', end, { once: true });
        events.addEventListener('abort', end, { once: true });
        return transaction;
      },
    }),
  });
}

/** Resolves when it is closed. */
export async function closeDatabase(database: Dexie): Promise<void> {
  const own = work.get(database);
  const late = performance.now() + patience;
  // One transaction often follows another; what begins at once after the last one is waited for as well.
  for (let quiet = 0; own && quiet < 2 && performance.now() < late; quiet = own.running > 0 ? 0 : quiet + 1) {
    if (own.running > 0) await ending(own, late - performance.now());
    await nextTask();
  }
  database.close();
}

function ending(own: Work, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    own.ended = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** After the answers that are on their way. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
