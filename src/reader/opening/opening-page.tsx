// Stands over the page until the book is ready: nothing at first, the progress of a download, the question for a password,
// or what went wrong and the ways out of it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useLayer } from '../../ui/layers.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useStore } from '../../ui/use-store.ts';
import { UnlockForm } from '../drawn-pages/unlock-form.tsx';
import type { Reading } from '../reading.ts';
import type { Locked, ReadingProblem } from '../reading-state.ts';
import { wayOn } from './problem-of.ts';

export interface OpeningPageProps {
  reading: Reading;
  onLeave: () => void;
  onSignIn: () => void;
}

/** A book that opens sooner is awaited behind what was shown before, and shows no page before its own. Milliseconds. */
export const patience = 1500;

export function OpeningPage(props: OpeningPageProps) {
  const { state } = props.reading;
  const stage = useStore(state, (value) => value.stage);
  const problem = useStore(state, (value) => value.problem) ?? 'failed';
  const reopening = useStore(state, (value) => value.reopening);
  const title = useStore(state, (value) => value.title);
  const locked = useStore(state, (value) => value.locked);
  const standing = locked ?? (stage === 'failed' ? problem : undefined);
  const late = useLate(standing === undefined);
  const last = useRef<{ standing?: Locked | ReadingProblem; title: string }>({ title });
  if (title) last.current.title = title;
  if (standing) last.current.standing = standing;
  else if (late) delete last.current.standing;
  // What was answered, or tried again, stays until there is something else to see.
  const shown = last.current.standing;
  const parts = { ...props, title: last.current.title };
  // Even an empty one over another page is a frame.
  if (reopening && !shown && !late) return null;
  return (
    <div class={reopening ? 'opening-page reopening' : 'opening-page'}>
      {typeof shown === 'object' ? (
        <UnlockForm key={shown.question} title={parts.title} locked={shown} onLeave={props.onLeave} />
      ) : shown ? (
        <Failed {...parts} problem={shown} />
      ) : (
        late && <Loading {...parts} />
      )}
    </div>
  );
}

/** Whether it has been so for longer than anybody waits for. */
function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, [waiting]);
  return late && waiting;
}

function Loading({ reading, title, onLeave }: OpeningPageProps & { title: string }) {
  const { reader } = useStrings();
  const tenths = useStore(reading.state, (state) => state.tenths);
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

interface FailedProps extends OpeningPageProps {
  title: string;
  problem: ReadingProblem;
}

function Failed({ reading, title, problem, onLeave, onSignIn }: FailedProps) {
  const strings = useStrings();
  const { reader } = strings;
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
