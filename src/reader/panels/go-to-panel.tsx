// Goes to a share of the book: steps and a bar to press, and nothing moves before "Go".

import { useState } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Reading } from '../reading.ts';
import { Sheet } from './sheet.tsx';

const steps = [-10, -1, 1, 10] as const;

export function GoToPanel({ reading }: { reading: Reading }) {
  const strings = useStrings();
  const { goTo } = strings.reader;
  const line = useStore(reading.state, (state) => state.line);
  const toc = useStore(reading.state, (state) => state.toc);
  const pages = line?.bookPages;
  const [percent, setPercent] = useState(line?.progress ?? 0);
  const to = (value: number) => setPercent(Math.min(100, Math.max(0, Math.round(value))));
  const sections = [...new Set(toc.map(({ section }) => section).filter((section) => section >= 0))].sort(
    (a, b) => a - b,
  );
  const here = line?.section ?? 0;
  const before = sections.findLast((section) => section < here);
  const after = sections.find((section) => section > here);
  const jumpTo = (section: number | undefined) => {
    if (section !== undefined) reading.jump({ section, offset: 0 });
  };
  return (
    <Sheet title={goTo.title} onClose={() => reading.show(undefined)}>
      <div class="go-to">
        <output class="go-to-value" aria-label={goTo.percent}>
          {strings.reader.percent(percent)}
        </output>
        {pages !== undefined && (
          <p class="quiet">{strings.reader.page(Math.max(1, Math.round((percent / 100) * pages)), pages)}</p>
        )}
        <Bar percent={percent} onPress={to} />
        <div class="go-to-steps">
          {steps.map((step) => (
            <Button
              key={step}
              label={step < 0 ? goTo.less(-step) : goTo.more(step)}
              disabled={step < 0 ? percent <= 0 : percent >= 100}
              onPress={() => to(percent + step)}
            >
              {step < 0 ? `−${-step}` : `+${step}`}
            </Button>
          ))}
        </div>
        <div class="go-to-buttons">
          <Button icon="back" disabled={before === undefined} onPress={() => jumpTo(before)}>
            {goTo.chapterBefore}
          </Button>
          <Button icon="forward" disabled={after === undefined} onPress={() => jumpTo(after)}>
            {goTo.chapterAfter}
          </Button>
          <Button look="strong" first onPress={() => reading.jump({ progress: percent })}>
            {goTo.go}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

/** Pressing it anywhere sets the value once; keys have the steps beside it. */
function Bar({ percent, onPress }: { percent: number; onPress: (percent: number) => void }) {
  return (
    <div
      class="go-to-bar"
      aria-hidden="true"
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        onPress(((event.clientX - left) / width) * 100);
      }}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}
