// The reader's own thoughts on a passage, one at a time, each with its date and who may read it.

import './thoughts.css';
import { useRef, useState } from 'preact/hooks';
import { dayOf } from '../../strings/dates.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { PagedText } from '../../ui/paged-text.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';

export function ThoughtsPanel({ reading, features }: OverlayProps) {
  const strings = useStrings();
  const { thoughts: words } = strings;
  const about = useStore(reading.state, (state) => state.about);
  const ranges = useStore(reading.state, (state) => state.ranges);
  const [at, setAt] = useState(0);
  const [asked, setAsked] = useState(false);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const found = about ? features.thinking.on(about.chapterUid, ranges ?? [about]) : [];
  const index = Math.min(at, found.length - 1);
  const thought = found[index];
  if (!thought) return null;
  const show = (next: number) => {
    setAsked(false);
    setAt(next);
  };
  return (
    <Sheet
      title={found.length > 1 ? words.titleOf(index + 1, found.length) : words.title}
      keys={{ page: (step) => pageKeys.current?.(step) }}
      onClose={() => reading.show(undefined)}
    >
      <div class="thought-text">
        <PagedText
          labels={strings.pages}
          pageKeys={pageKeys}
          onBeyond={(step) => found[index + step] && show(index + step)}
          textKey={thought.thoughtId}
        >
          <blockquote class="thought-quote" dir="auto">
            {thought.abstract}
          </blockquote>
          <p class="thought-content" dir="auto">
            {thought.content}
          </p>
          <p class="quiet">
            {dayOf(thought.createTime)} · {words.visibilities[thought.visibility]}
          </p>
        </PagedText>
      </div>
      <div class="sheet-buttons">
        {found.length > 1 && (
          <Button disabled={index === 0} onPress={() => show(index - 1)}>
            {words.before}
          </Button>
        )}
        {found.length > 1 && (
          <Button disabled={index === found.length - 1} onPress={() => show(index + 1)}>
            {words.after}
          </Button>
        )}
        <Button first onPress={() => features.thinking.edit(thought)}>
          {words.change}
        </Button>
        {asked ? (
          <Button look="strong" onPress={() => void features.thinking.remove(thought)}>
            {words.reallyDelete}
          </Button>
        ) : (
          <Button icon="trash" onPress={() => setAsked(true)}>
            {words.delete}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
