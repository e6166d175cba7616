// The running application: which account is open, which view is shown, and what the views ask for. Knows no component.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccountState, Bridge } from '../../api/ipc.ts';
import type { PanelInfo } from '../../api/panel.ts';
import { createSignIn, type SignIn } from '../account/sign-in.ts';
import { deleteDatabase } from '../db/database.ts';
import { loadMenuFonts } from '../fonts/menu-fonts.ts';
import { createDeviceSettings, type DeviceSettings } from '../settings/device.ts';
import { type Language, nearestLanguage, stringsOf } from '../strings/languages.ts';
import { sendForgotten } from './adopt-local.ts';
import { call } from './bridge.ts';
import { followDeveloper } from './developer.ts';
import { deviceCalls, followControls } from './device.ts';
import { followAccount } from './follow-account.ts';
import { findHeldUp, type HeldUp } from './held-up.tsx';
import { followOpenedFiles } from './opened-files.ts';
import { countActs, type ReaderActs } from './reader-acts.ts';
import { applyScale } from './room.ts';
import { createRoutes, type Routes } from './routes.ts';
import { type Screen, startScreen } from './screen.ts';
import { openSession, type Session } from './session.ts';
import { followSleep } from './sleep-page.tsx';
import { hearAccount } from './told-account.ts';

export interface ApplicationState {
  session: Session;
  /** The session's account as it was last told; a change of it is shown at once. */
  account: AccountState;
  panel: PanelInfo;
  language: Language;
  version: string;
  /** The book that held the reader up before this start, until the reader was asked about it. */
  heldUp: HeldUp | undefined;
}

export interface Application {
  bridge: Bridge;
  state: StoreApi<ApplicationState>;
  routes: Routes;
  signIn: SignIn;
  screen: Screen;
  showSignIn(): void;
  useLocal(): Promise<void>;
  signOut(deleteLocalData: boolean): Promise<void>;
  /** Panels, lights and their options, for the settings. */
  device: DeviceSettings;
  /** The settings; what they show of the device is read before. */
  showSettings(section?: 'words'): Promise<void>;
  /** The notes of a book, or of all; they are read before they are shown. */
  showNotes(bookId?: string): Promise<void>;
  /** To the view before; the shelf and the notes are read before they are shown. */
  leave(): Promise<void>;
  /** Back to the shelf, which is read before it is shown. */
  showShelf(): Promise<void>;
  report(error: unknown): void;
}

export async function openApplication(bridge: Bridge, report: (error: unknown) => void): Promise<Application> {
  const fonts = loadMenuFonts(document);
  const told = hearAccount(bridge);
  const [account, panel, info] = await Promise.all([
    call(bridge, 'account.state', {}),
    call(bridge, 'panel.info', {}),
    call(bridge, 'app.info', {}),
  ]);
  applyScale(panel);
  let usedPanel = panel;
  const routes = createRoutes();
  const signIn = createSignIn(bridge);
  let language: Language = 'en';
  /** The account whose session was opened last; the one before it may still be at work. */
  let latest = account.account;
  const acts = countActs(() => routes.current().name !== 'signIn');
  const openedFiles = followOpenedFiles({ ...{ bridge, routes, acts }, latest: () => latest });
  const open = async (next: AccountState) => {
    const opened = await openSession(next, {
      bridge,
      report,
      panel: () => usedPanel,
      strings: () => stringsOf(language),
      onToRead: (importId, bookId) => openedFiles.arrived(next.account, importId, bookId),
    });
    const known = told.withNews(next);
    if (known !== next) opened.update(known);
    latest = next.account;
    language = languageOf(opened);
    await opened.shelf.load();
    return opened;
  };
  const [session] = await Promise.all([open(account), fonts]);
  const heldUp = await findHeldUp(session, info.heldUp, report);
  const { version } = info;
  const state = createStore<ApplicationState>(() => ({ session, account, panel, language, version, heldUp }));

  const followLanguage = (opened: Session) =>
    opened.settings.state.subscribe(() => {
      language = languageOf(opened);
      if (language !== state.getState().language) state.setState({ language });
    });
  const showSignIn = () => {
    if (routes.current().name !== 'signIn') routes.go({ name: 'signIn' });
    void signIn.start();
  };

  const { change, closed } = followAccount({
    state,
    routes,
    signIn,
    open,
    onOpened: (opened) => {
      state.setState({ language });
      followLanguage(opened);
      followControls(opened);
      developer(opened);
    },
    onSignedIn: (opened) => void begin(opened, bridge, acts).catch(report),
    showSignIn,
    report,
  });
  const device = createDeviceSettings(
    deviceCalls(bridge, async (next) => {
      usedPanel = next;
      applyScale(next);
      state.setState({ panel: next });
      await state.getState().session.shelf.load();
    }),
  );
  const screen = startScreen({
    ...{ bridge, report },
    session: () => state.getState().session,
    panel: () => state.getState().panel,
  });

  followSleep({
    ...{ bridge, report, intend: screen.intend },
    panel: () => usedPanel,
    language: () => language,
    database: () => state.getState().session.database,
    pictures: () => state.getState().session.pictures,
    sleepPage: () => state.getState().session.settings.state.getState().screen.sleepPage,
    bookId: () => bookInHand(routes, state.getState().session),
  });
  const developer = followDeveloper({ ...{ bridge, screen, report }, strings: () => stringsOf(language) });
  followLanguage(session);
  followControls(session);
  developer(session);
  if (account.state === 'signedOut') showSignIn();
  else if (account.state === 'signedIn') void begin(session, bridge, acts).catch(report);
  told.follow(account, (next) => void change(next));

  /** Goes on from the view that is shown now, unless the reader has gone on from there while it was made ready. */
  const goOn = async (makeReady: () => Promise<unknown>, go: () => void) => {
    const asked = routes.current();
    await makeReady();
    if (routes.current() === asked) go();
  };

  return {
    bridge,
    state,
    routes,
    signIn,
    screen,
    showSignIn,
    useLocal: () =>
      goOn(
        async () => change(await call(bridge, 'account.useLocal', {})),
        () => routes.start({ name: 'shelf' }),
      ),
    async signOut(deleteLocalData) {
      const { account: left } = state.getState().session.account();
      const [asked] = await Promise.allSettled([call(bridge, 'account.signOut', { deleteLocalData })]);
      // What the main process could not delete keeps nothing here.
      const next = asked.status === 'fulfilled' ? asked.value : await call(bridge, 'account.state', {});
      await change(next);
      if (deleteLocalData && next.account !== left) {
        const { account: open } = state.getState().session.account();
        if (open === left)
          throw new Error('The account that was left is still open here, and its books are not deleted.');
        // Deleted under a session that is still at work, the store would be made anew for what it writes.
        await closed();
        await deleteDatabase(left);
      }
      if (asked.status === 'rejected') throw asked.reason;
    },
    device,
    showSettings: (section) =>
      goOn(device.load, () => routes.go(section ? { name: 'settings', section } : { name: 'settings' })),
    showNotes: (bookId) =>
      goOn(
        () => state.getState().session.notes.load(bookId),
        () => routes.go(bookId === undefined ? { name: 'notes' } : { name: 'notes', bookId }),
      ),
    leave: () =>
      goOn(async () => {
        const before = routes.state.getState().stack.at(-2);
        if (before?.name === 'notes') await state.getState().session.notes.load(before.bookId);
        if (!before || before.name === 'shelf') await state.getState().session.shelf.load();
      }, routes.back),
    showShelf: () =>
      goOn(
        () => state.getState().session.shelf.load(),
        () => routes.start({ name: 'shelf' }),
      ),
    report,
  };
}

/** The book that is open, else the first on the shelf: the one that was read last, as long as the reader sorts it so. */
function bookInHand({ state }: Routes, { shelf }: Session): string | undefined {
  const open = state.getState().stack.findLast((view) => view.name === 'reader');
  if (open) return open.bookId;
  const { entries } = shelf.state.getState().shown;
  return entries.find((entry) => entry.kind === 'book')?.book.bookId;
}

function languageOf({ settings }: Session): Language {
  const { language } = settings.state.getState().language;
  return language === 'system' ? nearestLanguage(navigator.languages) : language;
}

/** After a start or a sign-in. */
async function begin(session: Session, bridge: Bridge, acts: ReaderActs): Promise<void> {
  const before = acts.count();
  await session.sync()?.now();
  // Another account has come meanwhile, and begins itself.
  if (!session.database.isOpen()) return;
  const { shelf, imports } = session;
  // The news of the first sync is shown only if the reader has not begun to do anything meanwhile.
  if (acts.count() === before || shelf.state.getState().shown.total === 0) await shelf.load();
  await sendForgotten(bridge, imports);
}
