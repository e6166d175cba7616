// The reader: the page, the line below it, and what opens over it. The page's own keys are handled here.

import './view.css';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useLayer } from '../ui/layers.ts';
import { useStore } from '../ui/use-store.ts';
import { PageHeader, PageLineView, Ribbon } from './footer/page-line.tsx';
import { keyAction } from './input/key-bindings.ts';
import { EarlyTurns } from './opening/early-turns.ts';
import { OpeningPage } from './opening/opening-page.tsx';
import { Overlays } from './overlays.tsx';
import type { Reading } from './reading.ts';
import type { ReadingState } from './reading-state.ts';
import type { ReaderViewProps } from './view-props.ts';

export function ReaderView(props: ReaderViewProps) {
  const { reading, onLeave } = props;
  const container = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  const stage = useStore(reading.state, stageOf);
  const title = useStore(reading.state, (state) => state.title);
  const night = useStore(reading.state, (state) => state.style.night);
  const side = useStore(reading.state, (state) => state.side);
  const header = useStore(reading.state, (state) => state.style.header);
  const early = useEarlyTurns(reading);
  const layer = useLayer({
    back: () => back(reading, onLeave),
    key: (event) => {
      if (stageOf(reading.state.getState()) !== 'loading') return pageKey(reading, event);
      return early.press(event, Boolean(layer.current?.querySelector('.opening-page button')));
    },
  });
  useOpenBook(reading, container);
  usePlaceAttributes(reading, main);
  useWindow(reading, container);
  return (
    <div ref={layer} class={night ? 'reader night' : 'reader'} tabIndex={-1}>
      <main ref={main} class="reader-main" aria-label={title} data-stage={stage} style={{ '--page-side': `${side}px` }}>
        <div ref={container} class="reader-page" />
        {header && <PageHeader reading={reading} />}
        <PageLineView reading={reading} />
        <Ribbon reading={reading} />
      </main>
      {stage !== 'open' && <OpeningPage reading={reading} onLeave={onLeave} onSignIn={props.onSignIn} />}
      <Overlays {...props} />
    </div>
  );
}

/** As it is for whoever reads: the page of a book that is opened anew is only looked at. */
const stageOf = ({ stage, reopening }: ReadingState) => (reopening ? 'loading' : stage);

/** What lies highest ends first: the voice with its bar, then a search, then the book. */
function back(reading: Reading, onLeave: () => void): void {
  const { search, narrating } = reading.features ?? {};
  if (narrating?.state.getState().open) narrating.end();
  else if (search?.active) search.end();
  else onLeave();
}

function pageKey(reading: Reading, event: KeyboardEvent): boolean {
  if (isForFocused(event)) return false;
  const { stage } = reading.state.getState();
  const action = stage === 'open' ? keyAction(event, reading.direction) : undefined;
  if (!action) return false;
  reading.act(action, event.repeat);
  return true;
}

/** A button over the page that is seen to have the focus is pressed, and sideways arrows lead along its bar. */
function isForFocused({ key }: KeyboardEvent): boolean {
  const focused = document.activeElement;
  if (!focused?.matches('button:focus-visible')) return false;
  const along = (key === 'ArrowLeft' || key === 'ArrowRight') && focused.closest('nav') !== null;
  return along || key === 'Enter' || key === ' ';
}

function useEarlyTurns(reading: Reading): EarlyTurns {
  const early = useMemo(() => new EarlyTurns(reading), [reading]);
  useLayoutEffect(() => early.follow(), [early]);
  return early;
}

function useOpenBook(reading: Reading, container: { current: HTMLElement | null }): void {
  // Before the paint, which would show nothing new and be waited for.
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    void reading.open(element);
    return () => void reading.close();
  }, [reading]);
}

/** The place, for those who look at the page from outside: tests, and other programs. Attributes paint nothing. */
function usePlaceAttributes(reading: Reading, main: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const show = () => {
      const { place } = reading;
      if (!place || !main.current) return;
      main.current.dataset.placeCfi = place.cfi;
      main.current.dataset.progress = place.progress.toFixed(3);
      main.current.dataset.chapterUid = String(place.chapterUid);
      main.current.dataset.chapterOffset = String(place.chapterOffset);
    };
    return reading.watchPlace(show);
  }, [reading]);
}

function useWindow(reading: Reading, container: { current: HTMLElement | null }): void {
  useEffect(() => {
    const seen = () => reading.seen(document.visibilityState === 'visible');
    const gone = () => reading.seen(false);
    let size = sizeOf(container.current);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Once, when the size is settled: laying a chapter out is not cheap.
    const observer = new ResizeObserver(() => {
      const now = sizeOf(container.current);
      if (now === size) return;
      size = now;
      clearTimeout(timer);
      timer = setTimeout(() => reading.later(reading.fit()), 200);
    });
    if (container.current) observer.observe(container.current);
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('pagehide', gone);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('pagehide', gone);
    };
  }, [reading]);
}

function sizeOf(element: HTMLElement | null): string {
  return `${element?.clientWidth ?? 0}x${element?.clientHeight ?? 0}`;
}
