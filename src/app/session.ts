// Everything that belongs to one account on this device, opened and closed together: its store, its shelf, its
// settings and its sync.

import type { AccountState, Bridge } from '../../api/ipc.ts';
import type { PanelInfo } from '../../api/panel.ts';
import { spareTime } from '../book/after-paint.ts';
import { setDrawingGreys, setPictureGreys } from '../book/layout/panel-greys.ts';
import { closeDatabase } from '../db/close-database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { setClockOffset, unixSeconds } from '../db/outbox/service-time.ts';
import { renewSortKeys } from '../db/shelf/renew-sort-keys.ts';
import { createDownloads, type Downloads, markDownloaded } from '../library/downloads.ts';
import { type ImportedBook, type Imports, openImports } from '../library/imports.ts';
import { localStanding } from '../library/local/imports-of-books.ts';
import { keepLocally } from '../library/local/keep-file.ts';
import { openShelf, type Shelf } from '../library/shelf.ts';
import { createNotes, type Notes } from '../notes/notes.ts';
import { createStorage, type Storage } from '../settings/storage/storage.ts';
import { openSettings, type SettingsStore } from '../settings/store.ts';
import { createWords, type Words } from '../settings/words/words.ts';
import type { Strings } from '../strings/english.ts';
import {
  type Adoption,
  adoptBelongings,
  adoptHabits,
  adoptImport,
  localAccount,
  noteLocalWork,
} from './adopt-local.ts';
import { call } from './bridge.ts';
import { fetchCover } from './fetch-cover.ts';
import { createPanelPictures, nameByContent, type PanelPictures } from './panel-pictures.ts';
import { windowRoom } from './room.ts';
import { type Sync, type SyncState, startSync } from './sync/sync-loop.ts';
import { createSyncWords, type SyncWords } from './sync/sync-word.ts';
import { bridgeTransport } from './transport.ts';

export interface Session {
  account: () => AccountState;
  /** Takes in a new state of the same account. */
  update(account: AccountState): void;
  database: Database;
  settings: SettingsStore;
  words: Words;
  storage: Storage;
  pictures: PanelPictures;
  shelf: Shelf;
  imports: Imports;
  downloads: Downloads;
  notes: Notes;
  /** Absent without an account. */
  sync: () => Sync | undefined;
  syncWords: SyncWords;
  /** Syncs because the reader asked, and shows what came. */
  syncNow(): Promise<void>;
  /** Views that are gone may still write; resolves when that is done and the store is closed. */
  close(): Promise<void>;
}

export interface SessionParts {
  bridge: Bridge;
  panel: () => PanelInfo;
  strings: () => Strings;
  report: (error: unknown) => void;
  /** The import of a file that was opened stands on the shelf as this book. */
  onToRead: (importId: string, bookId: string) => void;
}

export async function openSession(first: AccountState, parts: SessionParts): Promise<Session> {
  const { bridge, report } = parts;
  let account = first;
  setClockOffset(first.clockOffset ?? 0);
  let sync: Sync | undefined;
  const database = await openDatabase(account.account);
  // The shelf behind the sign-in page has the same name, and nobody works there.
  if (account.state === 'local') noteLocalWork();
  else if (account.account !== localAccount) await adoptHabits(database).catch(report);
  const settings = await openSettings(database, (asked) => call(bridge, 'font.unpack', asked));
  const words = createWords(database, {
    state: () => call(bridge, 'translation.state', {}),
    change: (options, key) => call(bridge, 'translation.change', { options, ...(key === undefined ? {} : { key }) }),
  });
  const pictures = createPanelPictures(database, parts.panel, report);
  setPictureGreys(async (image, size) => pictures.prepare(await nameByContent(image), image, size, 'fill'));
  setDrawingGreys((drawing) => pictures.draw(drawing));
  const syncWords = createSyncWords();
  const refreshWord = (asked: boolean) => syncWords.refresh(account, sync?.state.getState(), asked);
  const shelf = await openShelf({
    ...{ database, fetchCover, report, room: windowRoom },
    prepareCover: (name, image, size) => pictures.prepare(name, image, size, 'cover'),
    onChange: () => (sync ? sync.soon() : void imports.dropRemoved().catch(report)),
  });
  const notes = createNotes(database, () => sync?.soon(), report);
  const onStored = (bookId: string) => markDownloaded(shelf.state, bookId);
  const downloads = createDownloads({ database, onStored, now: unixSeconds, report });
  const stopFollowing = shelf.state.subscribe(() => refreshWord(false));

  let closed = false;
  const syncNow = async () => {
    if (!sync) return;
    const done = sync.now();
    refreshWord(true);
    await done;
    // Another account has come meanwhile.
    if (closed) return;
    await shelf.load();
    refreshWord(false);
  };
  const imports = openImports(bridge, {
    account: first.account,
    onBook: (done) => void showBook(done).catch(report),
    keepLocally: () => (account.account === localAccount ? keep : undefined),
    standing: (importId) => localStanding(database, importId),
    report,
    unreadable: () => parts.strings().imports.unreadable,
  });
  const keep = async (file: File, importId: string) => {
    const kept = await keepLocally(database, file, importId, unixSeconds());
    return kept instanceof Error ? { code: 'bad_book', message: kept.message } : kept;
  };
  /** Imports of local books that did not go over yet: a sync has failed, or the service did not answer. */
  const unadopted = new Map<string, string>();
  const adopt = async (importId: string, bookId: string, asked = false) => {
    unadopted.delete(importId);
    let adoption: Adoption = 'later';
    try {
      adoption = await adoptImport(database, importId, bookId, report);
    } finally {
      // Also when it fails: the next complete sync tries it again.
      if (adoption === 'later') unadopted.set(importId, bookId);
    }
    if (adoption !== 'adopted' || closed) return;
    await settings.rereadBook(bookId);
    await (asked ? shelf.load() : shelf.announce());
    sync?.soon();
  };
  const adoptLater = ({ phase, problem }: SyncState) => {
    if (phase !== 'idle' || problem !== undefined) return;
    for (const [importId, bookId] of unadopted) void adopt(importId, bookId).catch(report);
  };
  /** At once where its reader waits for it; else the shelf that is looked at stays as it is, and says that it came. */
  const showBook = async ({ importId, bookId, toRead, asked }: ImportedBook) => {
    const running = sync;
    if (asked && running) await syncNow();
    else await running?.now();
    if (closed) return;
    if (!asked) await shelf.announce(bookId);
    else if (!running) await shelf.load();
    if (running && bookId) await adopt(importId, bookId, asked);
    if (toRead && bookId) parts.onToRead(importId, bookId);
  };
  const adoptFonts = async () => {
    if ((await adoptBelongings(database, report)) && !closed) await settings.fonts.reread();
  };
  const follow = () => {
    const wanted = account.state === 'signedIn';
    if (wanted && !sync) {
      const transport = bridgeTransport(bridge, account.account);
      const { deviceId } = account;
      sync = startSync({ database, transport, deviceId, account: account.account, report });
      sync.state.subscribe(adoptLater);
    } else if (!wanted && sync) {
      sync.stop();
      sync = undefined;
    }
  };
  follow();
  refreshWord(false);
  if (account.account !== localAccount) void adoptFonts().catch(report);
  void renewSortKeys(database, spareTime, () => closed).catch(report);
  const stopClock = bridge.on('clock.changed', ({ offset }) => setClockOffset(offset));
  const stopOnline = bridge.on('service.online', ({ online }) => {
    account = { ...account, online };
    if (online) void sync?.now();
  });

  return {
    account: () => account,
    update(next) {
      account = next;
      if (account.state === 'local') noteLocalWork();
      setClockOffset(next.clockOffset ?? 0);
      follow();
      refreshWord(false);
    },
    database,
    settings,
    words,
    storage: createStorage(database),
    pictures,
    shelf,
    imports,
    downloads,
    notes,
    sync: () => sync,
    syncWords,
    syncNow,
    close() {
      closed = true;
      stopOnline();
      stopClock();
      stopFollowing();
      imports.close();
      downloads.close();
      sync?.stop();
      return closeDatabase(database);
    },
  };
}
