// Shows the current view of the open account. The only place where features meet.

import './application-view.css';
import { useRef, useState } from 'preact/hooks';
import { SignInView } from '../account/sign-in-view.tsx';
import { AccountView } from '../account/view.tsx';
import { DatabaseContext } from '../db/database-context.ts';
import { ShelfView } from '../library/view.tsx';
import { NotesView } from '../notes/view.tsx';
import { SettingsView } from '../settings/view.tsx';
import { StringsContext, stringsOf } from '../strings/languages.ts';
import { useStore } from '../ui/use-store.ts';
import type { Application } from './application.ts';
import { HeldUpDialog } from './held-up.tsx';
import { useNextBook } from './next-book.ts';
import { ReaderPage } from './reader-page.tsx';
import type { View } from './routes.ts';
import { windowRegion } from './screen.ts';

export function ApplicationView({ application }: { application: Application }) {
  const session = useStore(application.state, (state) => state.session);
  const language = useStore(application.state, (state) => state.language);
  const view = useStore(application.routes.state, ({ stack }) => stack.at(-1));
  document.documentElement.lang = language;
  return (
    <StringsContext.Provider value={stringsOf(language)}>
      <DatabaseContext.Provider value={session.database}>
        <CurrentView key={session.account().account} application={application} view={view ?? { name: 'shelf' }} />
      </DatabaseContext.Provider>
    </StringsContext.Provider>
  );
}

const stop = (event: Event) => event.stopPropagation();
/** By fingers and keys. Made inert, the view would lose its focus, and so be painted once more. */
const pressedInVain = { onClickCapture: stop, onPointerDownCapture: stop };

/** The view that is left stays until the book that was opened has a page to show: one paint, and no blank one. */
function CurrentView({ application, view }: { application: Application; view: View }) {
  const [shown, setShown] = useState<View>();
  const last = useRef(view);
  const seen = useRef<View | undefined>(undefined);
  const ready = view.name !== 'reader' || shown === view;
  if (ready) last.current = view;
  const plain = last.current;
  useNextBook(application, view.name !== 'reader');
  const show = () => {
    setShown(view);
    if (seen.current === view) return;
    seen.current = view;
    application.screen.intend('page', windowRegion(), { turn: false });
  };
  return (
    <>
      {plain.name !== 'reader' && (
        <div class="plain-view" {...(ready ? {} : pressedInVain)}>
          <PlainView application={application} view={plain} />
          {plain.name === 'shelf' && <HeldUpDialog application={application} />}
        </div>
      )}
      {view.name === 'reader' && (
        <div data-behind={!ready && plain.name !== 'reader' ? '' : undefined}>
          <ReaderPage application={application} view={view} onShown={show} onGone={() => setShown(undefined)} />
        </div>
      )}
    </>
  );
}

function PlainView({ application, view }: { application: Application; view: View }) {
  switch (view.name) {
    case 'signIn':
      return <SignInPage application={application} />;
    case 'account':
      return <AccountPage application={application} />;
    case 'settings':
      return <SettingsPage application={application} />;
    case 'notes':
      return <NotesPage application={application} />;
    default:
      return <ShelfPage application={application} />;
  }
}

function ShelfPage({ application }: { application: Application }) {
  const { routes } = application;
  const session = useStore(application.state, (state) => state.session);
  return (
    <ShelfView
      shelf={session.shelf}
      imports={session.imports}
      downloads={session.downloads}
      sync={session.syncWords.state}
      onSync={() => {
        if (session.account().state === 'signedIn') void session.syncNow().catch(application.report);
        else application.showSignIn();
      }}
      onOpen={(bookId) => routes.go({ name: 'reader', bookId })}
      onNotes={() => void application.showNotes().catch(application.report)}
      onAccount={() => routes.go({ name: 'account' })}
      onSettings={() => void application.showSettings().catch(application.report)}
    />
  );
}

function SignInPage({ application }: { application: Application }) {
  const { routes, signIn } = application;
  const mustSignIn = useStore(application.state, (state) => state.account.state === 'signedOut');
  return (
    <SignInView
      signIn={signIn}
      onBack={mustSignIn ? undefined : routes.back}
      onLocal={() => void application.useLocal().catch(application.report)}
    />
  );
}

function AccountPage({ application }: { application: Application }) {
  const session = useStore(application.state, (state) => state.session);
  const account = useStore(application.state, (state) => state.account);
  const word = useStore(session.syncWords.state, (state) => state.word);
  const [syncs, setSyncs] = useState(0);
  const language = useStore(application.state, (state) => state.language);
  return (
    <AccountView
      key={syncs}
      account={account}
      syncText={stringsOf(language).sync[word]}
      lastSync={session.sync()?.state.getState().lastDone ?? 0}
      onBack={() => void application.showShelf().catch(application.report)}
      onSync={() => void session.syncNow().then(() => setSyncs(syncs + 1), application.report)}
      onRetry={() => session.sync()?.soon()}
      onSignIn={application.showSignIn}
      onSignOut={(deleteLocalData) => void application.signOut(deleteLocalData).catch(application.report)}
    />
  );
}

function NotesPage({ application }: { application: Application }) {
  const { routes, report } = application;
  const session = useStore(application.state, (state) => state.session);
  return (
    <NotesView
      notes={session.notes}
      onBack={() => void application.leave().catch(report)}
      onBook={(bookId) => void application.showNotes(bookId).catch(report)}
      onPlace={({ bookId, chapterUid, start, cfi, textQuote }) =>
        routes.go({
          name: 'reader',
          bookId,
          at: { chapterUid, offset: start, ...(cfi ? { cfi } : {}), ...(textQuote ? { quote: textQuote } : {}) },
        })
      }
    />
  );
}

function SettingsPage({ application }: { application: Application }) {
  const session = useStore(application.state, (state) => state.session);
  const panel = useStore(application.state, (state) => state.panel);
  const version = useStore(application.state, (state) => state.version);
  const view = useStore(application.routes.state, ({ stack }) => stack.at(-1));
  return (
    <SettingsView
      settings={session.settings}
      device={application.device}
      panel={panel}
      version={version}
      words={session.words}
      storage={session.storage}
      section={view?.name === 'settings' ? view.section : undefined}
      onBack={() => void application.leave().catch(application.report)}
      report={application.report}
    />
  );
}
