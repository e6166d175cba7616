// Files that were opened from the desktop. The book of one comes up over the shelf or in place of the book that is open,
// at a first start once the reader has chosen an account or none; and only where the reader has waited for it.

import type { Bridge } from '../../api/ipc.ts';
import type { ReaderActs } from './reader-acts.ts';
import type { Routes } from './routes.ts';

export interface OpenedFiles {
  /** The import of a file that was opened has become a book of this account. */
  arrived(account: string, importId: string, bookId: string): void;
}

export interface OpenedFilesParts {
  bridge: Bridge;
  routes: Routes;
  acts: ReaderActs;
  /** The account that is open; a book of another one is not shown. */
  latest: () => string;
}

/** For the application's whole life: the same import comes again with the account that its reader signs in to. */
export function followOpenedFiles({ bridge, routes, acts, latest }: OpenedFilesParts): OpenedFiles {
  /** What the reader had done until a file was opened. */
  const actsBefore = new Map<string, number>();
  const served = servedImports();
  let waiting: { account: string; importId: string; bookId: string } | undefined;
  bridge.on('import.progress', ({ importId, toRead }) => {
    if (toRead && !actsBefore.has(importId)) actsBefore.set(importId, acts.count());
  });
  const show = () => {
    const { name } = routes.current();
    if (!waiting || name === 'signIn') return;
    const { account, importId, bookId } = waiting;
    waiting = undefined;
    // It comes again, as a book of the account that is open by now.
    if (account !== latest()) return;
    served.add(importId);
    // Whoever is busy elsewhere finds it on the shelf.
    if (name === 'shelf' || name === 'reader') routes.start({ name: 'reader', bookId });
  };
  routes.state.subscribe(show);
  return {
    arrived(account, importId, bookId) {
      if (served.has(importId)) return;
      if (acts.count() > (actsBefore.get(importId) ?? 0)) return served.add(importId);
      // Of two files the one that came last is shown.
      if (waiting && waiting.importId !== importId) served.add(waiting.importId);
      waiting = { account, importId, bookId };
      show();
    },
  };
}

const storedName = 'opened-files';

/**
 * Imports whose books were shown, or gave way to something else: also before the page was loaded anew, for as long as its
 * window is there. The main process forgets with it which files were opened to be read.
 */
function servedImports(): { has(importId: string): boolean; add(importId: string): void } {
  const imports = new Set(sessionStorage.getItem(storedName)?.split(' '));
  return {
    has: (importId) => imports.has(importId),
    add(importId) {
      imports.add(importId);
      sessionStorage.setItem(storedName, [...imports].join(' '));
    },
  };
}
