// Goes to a place in the book by per cent, page, printed page or location, or by the bar with the beginnings of its
// chapters. Nothing moves before "Go".

import './go-to.css';
import type { RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Target } from '../../book/book.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useStore } from '../../ui/use-store.ts';
import { barLengths } from '../footer/book-lengths.ts';
import { Sheet } from '../panels/sheet.tsx';
import type { OverlayProps } from '../view-props.ts';
import { type ChapterTick, chapterAt, chapterTicks, nearestTick } from './chapter-ticks.ts';
import { ProgressTicks } from './progress-ticks.tsx';
import { type Scale, scalesOf } from './scales.ts';

const steps = [-10, -1, 1, 10] as const;

export function GoToPanel({ reading, features: { navigation } }: OverlayProps) {
  const { goTo } = useStrings();
  const line = useStore(reading.state, (state) => state.line);
  const toc = useStore(reading.state, (state) => state.toc);
  const lengths = useMemo(() => reading.lengths(), [reading, line]);
  const scales = line ? scalesOf({ line, pageList: reading.book?.pageList ?? [], lengths }) : [];
  const field = useRef<HTMLInputElement>(null);
  const name = useStore(navigation.state, (state) => state.scale);
  const scale = scales.find((one) => one.name === name) ?? scales[0];
  if (!scale) return null;
  const bar = reading.book && barLengths(reading.book);
  const ticks = bar ? chapterTicks(toc, bar) : [];
  return (
    <Sheet
      title={goTo.title}
      keys={{ key: (event) => typeInto(field.current, event) }}
      onClose={() => reading.show(undefined)}
    >
      {scales.length > 1 && (
        <Choice
          name={goTo.by}
          options={scales.map((one) => [one.name, goTo.scales[one.name]] as const)}
          value={scale.name}
          onChange={(chosen) => navigation.measureBy(chosen)}
        />
      )}
      <ScalePart
        key={scale.name}
        scale={scale}
        ticks={ticks}
        chapterAt={(progress) => (bar ? chapterAt(toc, bar, progress) : '')}
        chapterHere={line?.chapter ?? ''}
        onGo={(target) => reading.jump(target)}
        field={field}
      />
      <Ways reading={reading} />
    </Sheet>
  );
}

interface ScalePartProps {
  scale: Scale;
  ticks: readonly ChapterTick[];
  chapterAt: (progress: number) => string;
  /** Of the page that is shown. */
  chapterHere: string;
  onGo: (target: Target) => void;
  field: RefObject<HTMLInputElement | null>;
}

/**
 * Whoever has a keyboard types the number at once. The focus moves before the browser writes the character, which it
 * then does in the field; so the key is never used here.
 */
function typeInto(field: HTMLInputElement | null, { key }: KeyboardEvent): false {
  if (/^[\p{L}\p{N}]$/u.test(key)) field?.focus({ preventScroll: true });
  return false;
}

function ScalePart({ scale, ticks, chapterAt, chapterHere, onGo, field }: ScalePartProps) {
  const strings = useStrings();
  const { goTo } = strings;
  const [value, setValue] = useState(scale.here);
  const [typed, setTyped] = useState<string | undefined>();
  /** A chapter's beginning that was pressed on the bar. */
  const [chapter, setChapter] = useState<ChapterTick | undefined>();
  const to = (next: number, from?: ChapterTick) => {
    setValue(Math.min(scale.most, Math.max(scale.least, next)));
    setTyped(undefined);
    setChapter(from);
  };
  const progress = chapter?.progress ?? scale.progress(value);
  const title = chapter?.title ?? (value === scale.here ? chapterHere : chapterAt(progress));
  const label = scale.name === 'percent' ? strings.reader.percent(value) : scale.label(value);
  return (
    <form
      class="go-to"
      onSubmit={(event) => {
        event.preventDefault();
        onGo(chapter ? { href: chapter.href } : scale.target(value));
      }}
    >
      <output class="go-to-value" aria-label={goTo.scales[scale.name]}>
        {label}
        {scale.name !== 'percent' && <small> / {scale.label(scale.most)}</small>}
      </output>
      <p class="go-to-chapter">{title}</p>
      <ProgressTicks
        percent={progress}
        ticks={ticks}
        onPress={(at, reach) => {
          const near = nearestTick(ticks, at, reach);
          to(scale.value(near?.progress ?? at), near);
        }}
      />
      <div class="go-to-rows">
        <div class="go-to-steps near-and-far">
          {steps.map((step) => (
            <Button
              key={step}
              label={step < 0 ? goTo.less(-step) : goTo.more(step)}
              disabled={step < 0 ? value <= scale.least : value >= scale.most}
              onPress={() => to(value + step)}
            >
              {step < 0 ? `−${-step}` : `+${step}`}
            </Button>
          ))}
        </div>
        <div class="go-to-steps">
          <TextField
            label={goTo.type}
            hideLabel
            field={field}
            maxLength={12}
            value={typed ?? ''}
            onInput={(text) => {
              const parsed = scale.parse(text);
              if (parsed !== undefined) to(parsed);
              setTyped(text);
            }}
          />
          <Button look="strong" first submit>
            {goTo.go}
          </Button>
        </div>
      </div>
    </form>
  );
}

function Ways({ reading }: Pick<OverlayProps, 'reading'>) {
  const { goTo } = useStrings();
  const canReturn = useStore(reading.state, (state) => state.canReturn);
  const canAdvance = useStore(reading.state, (state) => state.canAdvance);
  return (
    <div class="go-to-buttons">
      <Button icon="back" onPress={() => reading.act('previousChapter')}>
        {goTo.chapterBefore}
      </Button>
      <Button icon="forward" onPress={() => reading.act('nextChapter')}>
        {goTo.chapterAfter}
      </Button>
      <Button icon="undo" disabled={!canReturn} onPress={() => reading.back()}>
        {goTo.back}
      </Button>
      <Button icon="redo" disabled={!canAdvance} onPress={() => reading.forward()}>
        {goTo.forward}
      </Button>
    </div>
  );
}
