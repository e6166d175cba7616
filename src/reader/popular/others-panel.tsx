// What other readers wrote about a passage, one thought after another, in pages; more are fetched when the last is reached.

import '../thoughts/thoughts.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OthersThoughtsRow } from '../../db/marks/popular.ts';
import { dayOf } from '../../strings/dates.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { PagedText } from '../../ui/paged-text.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { Subject } from '../selection/subject.ts';
import type { OverlayProps } from '../view-props.ts';
import type { Answer, Others } from './others.ts';

export function OthersPanel({ reading, features }: OverlayProps) {
  const strings = useStrings();
  const { thoughts: words } = strings;
  const about = useStore(reading.state, (state) => state.about);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const { answer, at, go } = useThoughts(features.others, about);
  const [popular] = about ? features.others.on(about.chapterUid, [about]) : [];
  const row = typeof answer === 'object' ? answer.row : undefined;
  const thought = row?.thoughts[at];
  const last = at >= (row?.thoughts.length ?? 0) - 1;
  const possible = (step: -1 | 1) => (step < 0 ? at > 0 : !last || row?.maxIdx !== undefined);
  return (
    <Sheet
      title={row && row.totalCount > 0 ? words.titleOf(at + 1, row.totalCount) : words.others}
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={() => reading.show(undefined)}
    >
      <div class="thought-text">
        <PagedText
          labels={strings.pages}
          pageKeys={pageKeys}
          onBeyond={(step) => possible(step) && go(at + step)}
          textKey={thought?.reviewId ?? ''}
        >
          <blockquote class="thought-quote" dir="auto">
            {about?.words}
          </blockquote>
          {popular && <p class="quiet">{words.readers(popular.readers)}</p>}
          {thought ? (
            <>
              <p class="thought-content" dir="auto">
                {thought.content}
              </p>
              <p class="quiet">{words.byPerson(thought.name, dayOf(thought.createTime))}</p>
            </>
          ) : (
            <p>{answer === 'loading' ? words.loading : answer === 'failed' ? words.offline : words.noThoughts}</p>
          )}
        </PagedText>
      </div>
      {row && row.thoughts.length > 0 && (
        <div class="sheet-buttons">
          <Button disabled={!possible(-1)} onPress={() => go(at - 1)}>
            {words.before}
          </Button>
          <Button first disabled={!possible(1)} onPress={() => go(at + 1)}>
            {words.after}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function useThoughts(others: Others, about: Subject | undefined) {
  const range = about ? `${about.start}-${about.end}` : '';
  const opened = about && others.opened(about.chapterUid, range);
  const [answer, setAnswer] = useState<Answer | 'loading'>(opened?.known ?? 'loading');
  const [at, setAt] = useState(0);
  useEffect(() => {
    setAt(0);
    setAnswer(opened?.known ?? 'loading');
    let left = false;
    if (!opened?.known) void opened?.answer.then((come) => left || setAnswer(come));
    return () => {
      left = true;
    };
  }, [opened]);
  const more = async (row: OthersThoughtsRow) => {
    if (!about) return undefined;
    try {
      const come = await others.thoughts(about.chapterUid, range, row);
      setAnswer({ row: come });
      return come;
    } catch {
      // What is said about it is the same whatever the cause: the service cannot tell now.
      setAnswer('failed');
      return undefined;
    }
  };
  const go = async (next: number) => {
    const row = typeof answer === 'object' ? answer.row : undefined;
    if (!row) return;
    const known = next < row.thoughts.length ? row : await more(row);
    if (known && next < known.thoughts.length) setAt(next);
  };
  return { answer, at, go: (next: number) => void go(next) };
}
