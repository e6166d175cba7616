// The account page: who is signed in, how the sync stands, what was refused, and signing out.

import './account.css';
import { useState } from 'preact/hooks';
import type { AccountState } from '../../api/ipc.ts';
import { useDatabase } from '../db/database-context.ts';
import { countEvents, refusedEvents, retryRefused } from '../db/outbox/events.ts';
import { discardRefused } from '../db/outbox/record-event.ts';
import { useLive } from '../db/use-live.ts';
import { momentOf } from '../strings/dates.ts';
import { errorText } from '../strings/error-text.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useLayer } from '../ui/layers.ts';
import { Notice } from '../ui/notice.tsx';
import { PagedList } from '../ui/paged-list.tsx';

export interface AccountViewProps {
  account: AccountState;
  /** In words of the shelf's footer. */
  syncText: string;
  /** Unix seconds; 0 never. */
  lastSync: number;
  onBack: () => void;
  onSync: () => void;
  /** There is something to send again. */
  onRetry: () => void;
  onSignIn: () => void;
  onSignOut: (deleteLocalData: boolean) => void;
}

export function AccountView(props: AccountViewProps) {
  const { account } = props;
  const strings = useStrings();
  const database = useDatabase();
  const [asking, setAsking] = useState(false);
  const layer = useLayer({ back: props.onBack });
  const counts = useLive(() => countEvents(database), [database]);
  const signedIn = account.state === 'signedIn';
  return (
    <div ref={layer} class="screen" tabIndex={-1}>
      <header class="screen-header">
        <Button look="plain" icon="back" label={strings.back} first onPress={props.onBack} />
        <h1>{strings.account.title}</h1>
      </header>
      <main class="screen-body">
        <div class="page-column">
          {account.state === 'expired' && <Notice icon="person">{strings.account.expired}</Notice>}
          {!signedIn && account.state !== 'expired' && <Notice icon="person">{strings.account.local}</Notice>}
          <dl class="facts">
            {account.name && <Fact name={strings.account.signedInAs} value={account.name} />}
            <Fact name={strings.account.service} value={account.service} />
            <Fact name={strings.account.sync} value={props.syncText} />
            <Fact name={strings.account.lastSync} value={timeText(props.lastSync) ?? strings.account.never} />
            <Fact name={strings.account.unsent} value={String(counts?.waiting ?? 0)} />
          </dl>
          <div class="account-actions">
            {signedIn ? (
              <>
                <Button onPress={props.onSync}>{strings.sync.now}</Button>
                <Button onPress={() => setAsking(true)}>{strings.account.signOut}</Button>
              </>
            ) : (
              <Button look="strong" onPress={props.onSignIn}>
                {strings.account.signIn}
              </Button>
            )}
          </div>
          {counts && counts.refused > 0 && <Refused onRetry={props.onRetry} />}
        </div>
      </main>
      {asking && (
        <AskSignOut
          waiting={(counts?.waiting ?? 0) + (counts?.refused ?? 0)}
          onSignOut={props.onSignOut}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function timeText(seconds: number): string | undefined {
  return seconds > 0 ? momentOf(seconds) : undefined;
}

/** Changes that the service refused: sent again or given up, as the reader decides. */
function Refused({ onRetry }: Pick<AccountViewProps, 'onRetry'>) {
  const strings = useStrings();
  const database = useDatabase();
  const events = useLive(() => refusedEvents(database), [database]);
  if (!events) return null;
  return (
    <section class="refused">
      <h2>{strings.account.refused}</h2>
      <p class="quiet">{strings.account.refusedNote}</p>
      <div class="refused-list">
        <PagedList
          items={events}
          rowHeight={4.6}
          labels={strings.pages}
          keyOf={({ seq }) => seq}
          row={({ seq, body, error }) => (
            <div class="refused-row">
              <p>
                {strings.account.change[body.kind]}
                {body.kind === 'mark.add' && ` “${body.mark.markText.slice(0, 60)}”`}
                {error && `: ${errorText(strings, error)}`}
              </p>
              <Button onPress={() => void retryRefused(database, seq).then(onRetry)}>{strings.account.retry}</Button>
              <Button onPress={() => void discardRefused(database, seq)}>{strings.account.discard}</Button>
            </div>
          )}
        />
      </div>
    </section>
  );
}

interface AskSignOutProps {
  waiting: number;
  onSignOut: (deleteLocalData: boolean) => void;
  onClose: () => void;
}

function AskSignOut({ waiting, onSignOut, onClose }: AskSignOutProps) {
  const strings = useStrings();
  return (
    <Dialog
      title={strings.account.signOutAsk}
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>{strings.cancel}</Button>
          <Button onPress={() => onSignOut(true)}>{strings.account.deleteData}</Button>
          <Button look="strong" first onPress={() => onSignOut(false)}>
            {strings.account.keepData}
          </Button>
        </>
      }
    >
      {waiting > 0 && <p>{strings.account.signOutUnsent(waiting)}</p>}
    </Dialog>
  );
}
