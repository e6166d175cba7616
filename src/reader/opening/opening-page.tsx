// Stands over the page until the book is ready: nothing at first, the progress of a download, or what went wrong and
// the ways out of it.

import { useEffect, useState } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useLayer } from '../../ui/layers.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useStore } from '../../ui/use-store.ts';
import { UnlockForm } from '../drawn-pages/unlock-form.tsx';
import type { Reading } from '../reading.ts';
import { wayOn } from './problem-of.ts';

export interface OpeningPageProps {
  reading: Reading;
  onLeave: () => void;
  onSignIn: () => void;
}

/** A book that opens sooner shows no page before its own. Milliseconds. */
const patience = 1500;

export function OpeningPage(props: OpeningPageProps) {
  const stage = useStore(props.reading.state, (state) => state.stage);
  const locked = useStore(props.reading.state, (state) => state.locked);
  const title = useStore(props.reading.state, (state) => state.title);
  if (locked) {
    return (
      <div class="opening-page">
        <UnlockForm key={String(locked.again)} title={title} locked={locked} onLeave={props.onLeave} />
      </div>
    );
  }
  return <div class="opening-page">{stage === 'failed' ? <Failed {...props} /> : <Loading {...props} />}</div>;
}

function Loading({ reading, onLeave }: OpeningPageProps) {
  const { reader } = useStrings();
  const title = useStore(reading.state, (state) => state.title);
  const tenths = useStore(reading.state, (state) => state.tenths);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div class="opening-words">
      <h1>{title}</h1>
      <p>{tenths === undefined ? reader.opening : reader.fetching}</p>
      {tenths !== undefined && <ProgressBar done={tenths} total={10} label={reader.fetching} />}
      <div class="opening-buttons">
        <Button onPress={onLeave}>{reader.toShelf}</Button>
      </div>
    </div>
  );
}

function Failed({ reading, onLeave, onSignIn }: OpeningPageProps) {
  const strings = useStrings();
  const { reader } = strings;
  const problem = useStore(reading.state, (state) => state.problem) ?? 'failed';
  const title = useStore(reading.state, (state) => state.title);
  const layer = useLayer({ back: onLeave });
  const way = wayOn(problem, reading.canFetch);
  return (
    <div ref={layer} class="opening-words" role="alert" tabIndex={-1}>
      <h1>{title || reader.failed}</h1>
      <p>{reader.problems[problem]}</p>
      <div class="opening-buttons">
        {problem === 'signIn' && (
          <Button look="strong" first onPress={onSignIn}>
            {strings.account.signIn}
          </Button>
        )}
        {way === 'fetch' && (
          <Button look="strong" first onPress={() => reading.later(reading.retry(true))}>
            {reader.fetchAgain}
          </Button>
        )}
        {way === 'retry' && (
          <Button first={problem !== 'signIn'} onPress={() => reading.later(reading.retry(false))}>
            {reader.retry}
          </Button>
        )}
        <Button first={way === undefined} onPress={onLeave}>
          {reader.toShelf}
        </Button>
      </div>
    </div>
  );
}
