// The two handles of a selection and its keys. A handle is as large as a fingertip and hangs beside the text, not over
// it; what is drawn of it is smaller.

import './selection.css';
import { useEffect, useRef } from 'preact/hooks';
import type { Box } from '../../book/book.ts';
import { useStrings } from '../../strings/languages.ts';
import { useLayer } from '../../ui/layers.ts';
import { useStore } from '../../ui/use-store.ts';
import type { OverlayProps } from '../view-props.ts';
import type { Selecting } from './selecting.ts';
import type { Selection } from './selection-parts.ts';

export function SelectionOverlay({ reading, features }: OverlayProps) {
  const selection = useStore(reading.state, (state) => state.selection);
  const panel = useStore(reading.state, (state) => state.panel);
  const menu = useStore(reading.state, (state) => state.chosen !== undefined);
  if (!selection || panel) return null;
  const { selecting } = features;
  return (
    <>
      {selection.by === 'keys' && !menu && <SelectionKeys selecting={selecting} />}
      <CopyKeys selecting={selecting} />
      <Handles selecting={selecting} selection={selection} vertical={selecting.vertical} />
    </>
  );
}

/** Takes the page's keys while words are selected by keys. */
function SelectionKeys({ selecting }: { selecting: Selecting }) {
  const strings = useStrings();
  const layer = useLayer(
    {
      back: () => selecting.end(),
      page: (step) => void selecting.key({ key: step > 0 ? 'PageDown' : 'PageUp', shiftKey: false }),
      key: (event) => selecting.key(event),
    },
    { keepFocus: true },
  );
  return <div ref={layer} class="selection-keys" role="status" aria-label={strings.selection.byKeys} tabIndex={-1} />;
}

function CopyKeys({ selecting }: { selecting: Selecting }) {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (selecting.shortcut(event)) event.preventDefault();
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [selecting]);
  return null;
}

interface HandlesProps {
  selecting: Selecting;
  selection: Selection;
  vertical: boolean;
}

function Handles({ selecting, selection, vertical }: HandlesProps) {
  const { startEdge, endEdge } = selection.selected;
  return (
    <>
      {startEdge && <Handle which="start" edge={startEdge} vertical={vertical} selecting={selecting} />}
      {endEdge && <Handle which="end" edge={endEdge} vertical={vertical} selecting={selecting} />}
    </>
  );
}

interface HandleProps {
  which: 'start' | 'end';
  edge: Box;
  vertical: boolean;
  selecting: Selecting;
}

function Handle({ which, edge, vertical, selecting }: HandleProps) {
  const { selection: words } = useStrings();
  /** From the finger to the middle of the line's edge, which is what it moves. */
  const grip = useRef<{ x: number; y: number } | undefined>(undefined);
  const middle = { x: edge.x + edge.width / 2, y: edge.y + edge.height / 2 };
  const side = hangsTo(which, selecting.leftward);
  const style = vertical
    ? { left: `${side === 'left' ? edge.x : edge.x + edge.width}px`, top: `${edge.y}px` }
    : { left: `${edge.x}px`, top: `${which === 'start' ? edge.y : edge.y + edge.height}px` };
  return (
    <div
      class={`selection-handle ${side} ${vertical ? 'beside' : which === 'start' ? 'above' : 'below'}`}
      role="slider"
      aria-label={which === 'start' ? words.start : words.end}
      aria-valuenow={0}
      tabIndex={-1}
      data-input=""
      style={style}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { x: middle.x - event.clientX, y: middle.y - event.clientY };
        selecting.grab(which);
      }}
      onPointerMove={(event) => {
        const { current } = grip;
        if (current) selecting.dragTo(event.clientX + current.x, event.clientY + current.y);
      }}
      onPointerUp={() => {
        grip.current = undefined;
        selecting.release();
      }}
      onPointerCancel={() => {
        grip.current = undefined;
        selecting.release();
      }}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M1 1h11a11 11 0 1 1-11 11z" />
      </svg>
    </div>
  );
}

/** Away from the selected words. */
function hangsTo(which: 'start' | 'end', leftward: boolean): 'left' | 'right' {
  return (which === 'start') === leftward ? 'right' : 'left';
}
