// Listens inside a shell's frame and says what the reader did there: tapped, swiped, followed a link, selected, typed.
// Scripts of the book never see these events; it has none.

import type { Selected, ViewEvents } from './book.ts';
import { cfiOfRange } from './cfi.ts';
import { linkAttribute } from './neutralise.ts';
import type { Slot } from './slot.ts';

export interface FrameListener {
  /** CSS pixels of the frame. */
  tapped(slot: Slot, x: number, y: number): void;
  /** A link, told by its link attribute, was tapped. */
  followed(link: Element): void;
  selected(slot: Slot, range: Range | undefined): void;
  swiped(direction: ViewEvents['swipe']['direction']): void;
  typed(event: KeyboardEvent): void;
}

/** Finger travel in CSS pixels that makes a swipe of a tap. */
const swipeTravel = 40;
/** Milliseconds of calm after which a selection made by keys or handles counts as finished. */
const selectionCalm = 250;
/** One turn of a wheel sends many events; they count once in this many milliseconds. */
const wheelPause = 250;

/** Listens for the shell's whole life: its document stays the same whatever is laid out in it. */
export async function listenInFrame(slot: Slot, listener: FrameListener): Promise<void> {
  if (!(await slot.shell.ready())) return;
  const { document } = slot.shell;
  listenForTaps(slot, document, listener);
  listenForSelection(slot, document, listener);
  listenForSwipes(document, listener);
  document.addEventListener('keydown', (event) => listener.typed(event));
  document.addEventListener('scroll', () => slot.shell.lockScroll(), true);
  for (const unwanted of ['contextmenu', 'dragstart', 'submit', 'auxclick']) {
    document.addEventListener(unwanted, (event) => event.preventDefault(), true);
  }
}

function listenForTaps(slot: Slot, document: Document, listener: FrameListener): void {
  document.addEventListener(
    'click',
    (event) => {
      const element = event.target as Element | null;
      // Play buttons and the like are the book's own; everything else is the reader's.
      if (element?.closest('audio, video, summary')) return;
      event.preventDefault();
      if (document.getSelection()?.isCollapsed === false) return;
      const link = element?.closest(`[${linkAttribute}]`);
      if (link) listener.followed(link);
      else listener.tapped(slot, event.clientX, event.clientY);
    },
    true,
  );
}

function listenForSelection(slot: Slot, document: Document, listener: FrameListener): void {
  let pressed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported = false;
  const report = () => {
    const selection = document.getSelection();
    const range = selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
    if (!range && !reported) return;
    reported = range !== undefined;
    listener.selected(slot, range);
  };
  const reportSoon = (after: number) => {
    clearTimeout(timer);
    timer = setTimeout(report, after);
  };
  document.addEventListener('pointerdown', () => {
    pressed = true;
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    document.addEventListener(end, () => {
      pressed = false;
      reportSoon(0);
    });
  }
  document.addEventListener('selectionchange', () => {
    if (!pressed) reportSoon(selectionCalm);
  });
}

function listenForSwipes(document: Document, listener: FrameListener): void {
  let start: { x: number; y: number } | undefined;
  document.addEventListener('pointerdown', (event) => {
    // A mouse that is dragged selects.
    start = event.pointerType === 'mouse' ? undefined : { x: event.clientX, y: event.clientY };
  });
  document.addEventListener('pointerup', (event) => {
    const from = start;
    start = undefined;
    if (!from || document.getSelection()?.isCollapsed === false) return;
    const across = event.clientX - from.x;
    const down = event.clientY - from.y;
    if (Math.max(Math.abs(across), Math.abs(down)) < swipeTravel) return;
    if (Math.abs(across) > Math.abs(down)) listener.swiped(across < 0 ? 'left' : 'right');
    else listener.swiped(down < 0 ? 'up' : 'down');
  });
  let lastWheel = Number.NEGATIVE_INFINITY;
  document.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      if (event.timeStamp - lastWheel < wheelPause) return;
      lastWheel = event.timeStamp;
      if (event.deltaY !== 0) listener.swiped(event.deltaY > 0 ? 'up' : 'down');
    },
    { passive: false },
  );
}

/** What the reader selected, without white space at its ends; `undefined` when nothing else is left. */
export function describeSelection(slot: Slot, range: Range, cfiBase: string): Selected | undefined {
  const { text } = slot.shell;
  if (!text || !slot.unit) return undefined;
  let start = text.offsetOf(range.startContainer, range.startOffset);
  let end = text.offsetOf(range.endContainer, range.endOffset);
  const raw = text.slice(start, end);
  start += raw.length - raw.trimStart().length;
  end -= raw.length - raw.trimEnd().length;
  const exact = end > start ? text.range(start, end) : undefined;
  if (!exact) return undefined;
  return {
    chapterUid: slot.unit.section + 1,
    start,
    end,
    cfi: cfiOfRange(cfiBase, exact),
    text: text.slice(start, end),
    before: text.slice(start - 32, start),
    after: text.slice(end, end + 32),
    box: slot.shell.toContainer(exact.getBoundingClientRect()),
  };
}
