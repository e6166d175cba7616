// A note at the foot of the page, or at its head where the link stands low, with the way to where the note stands.

import './note-popup.css';
import type { Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useLayer } from '../../ui/layers.ts';
import { useStore } from '../../ui/use-store.ts';
import { useWholeLines } from '../panels/whole-lines.ts';
import type { OverlayProps } from '../view-props.ts';
import type { Footnotes, OpenNote } from './footnotes.ts';

export function NotePopup({ features: { footnotes } }: OverlayProps) {
  const open = useStore(footnotes.state, (state) => state.open);
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    footnotes.attach(host.current);
    return () => footnotes.attach(null);
  }, [footnotes]);
  return (
    <>
      {open && <NotePanel key={open.side} footnotes={footnotes} open={open} />}
      {/* Notes say their own changes, and are laid out here before they are seen. */}
      <div
        class={`note-frame ${open?.side ?? 'waiting'}`}
        style={open ? { maxHeight: `${open.height}px` } : {}}
        data-unseen
      >
        <div ref={host} class="note-host" />
      </div>
    </>
  );
}

function NotePanel({ footnotes, open }: { footnotes: Footnotes; open: OpenNote }) {
  const strings = useStrings();
  const words = strings.footnotes;
  const room = useRef<HTMLDivElement>(null);
  const coverWholeLines = useWholeLines();
  const layer = useLayer(
    {
      back: () => footnotes.back(),
      page: (step) => footnotes.turn(step),
      key: (event) => {
        const step = stepOf(event);
        if (step) footnotes.turn(step);
        return step !== undefined;
      },
    },
    { place: (element) => coverWholeLines(element, open.side, room.current ?? element) },
  ) as Ref<HTMLDivElement>;
  const { side, height, page, pages, depth } = open;
  return (
    <>
      <button
        type="button"
        class="layer-back menu-outside"
        aria-label={strings.close}
        tabIndex={-1}
        onClick={() => footnotes.close()}
      />
      <div ref={layer} class={`note-panel ${side}`} role="dialog" aria-label={words.title} tabIndex={-1}>
        <div ref={room} class="note-room" style={{ height: `${height}px` }} />
        <div class="note-bar">
          <Button look="plain" icon="goTo" onPress={() => footnotes.goThere()}>
            {words.goThere}
          </Button>
          {pages > 1 && (
            <span class="note-pages">
              <Button
                look="plain"
                icon="back"
                label={strings.pages.previous}
                disabled={page === 0}
                onPress={() => footnotes.turn(-1)}
              />
              <span>{strings.pages.position(page + 1, pages)}</span>
              <Button
                look="plain"
                icon="forward"
                label={strings.pages.next}
                disabled={page === pages - 1}
                onPress={() => footnotes.turn(1)}
              />
            </span>
          )}
          <span class="note-end">
            {depth > 0 && (
              <Button look="plain" icon="undo" onPress={() => footnotes.back()}>
                {strings.back}
              </Button>
            )}
            <Button look="plain" icon="close" label={strings.close} first onPress={() => footnotes.close()} />
          </span>
        </div>
      </div>
    </>
  );
}

/** Volume keys and the arrows that lead nowhere in a row of buttons turn the note's pages. */
function stepOf({ key }: KeyboardEvent): -1 | 1 | undefined {
  if (key === 'ArrowDown' || key === 'AudioVolumeDown') return 1;
  return key === 'ArrowUp' || key === 'AudioVolumeUp' ? -1 : undefined;
}
