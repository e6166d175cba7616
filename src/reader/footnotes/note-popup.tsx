// A note at the foot of the page, or at its head where the link stands low, with the way to where the note stands.

import './note-popup.css';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useLayer } from '../../ui/layers.ts';
import { useStore } from '../../ui/use-store.ts';
import { useWholeLines } from '../panels/whole-lines.ts';
import type { OverlayProps } from '../view-props.ts';
import type { Footnotes, OpenNote } from './footnotes.ts';
import { keepFocus, noteKey } from './note-keys.ts';

/** CSS pixels around a link for the frame of the focus. */
const frameRoom = 8;

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
      key: (event) => noteKey(layer.current, footnotes, event),
    },
    { place: (element) => coverWholeLines(element, open.side, room.current ?? element) },
  );
  const { id, side, height, page, pages, depth } = open;
  const before = useRef({ id, page });
  useLayoutEffect(() => {
    keepFocus(layer.current, id === before.current.id ? page - before.current.page : 0);
    before.current = { id, page };
  }, [id, page]);
  return (
    <>
      <button
        type="button"
        class="layer-back menu-outside"
        aria-label={strings.close}
        tabIndex={-1}
        onClick={() => footnotes.close()}
      />
      <div ref={layer} class={`note-layer ${side}`} role="dialog" aria-label={words.title} tabIndex={-1}>
        <div class={`note-panel ${side}`}>
          <div ref={room} class="note-room" style={{ height: `${height}px` }} />
          <div class="note-bar signs-in-hand">
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
        <NoteLinks footnotes={footnotes} open={open} />
      </div>
    </>
  );
}

/** Around the links of the note's frame, to hold the focus: it cannot go into the frame itself. */
function NoteLinks({ footnotes, open: { id, links, page, side, height } }: { footnotes: Footnotes; open: OpenNote }) {
  return (
    <div class={`note-frame note-links ${side}`} style={{ height: `${height}px` }}>
      {links.map((link, index) => (
        <button
          key={`${id}/${page}/${index}`}
          type="button"
          class="note-link"
          aria-label={link.label}
          style={{
            left: `${link.box.x - frameRoom}px`,
            top: `${link.box.y - frameRoom}px`,
            width: `${link.box.width + 2 * frameRoom}px`,
            height: `${link.box.height + 2 * frameRoom}px`,
          }}
          onClick={() => footnotes.follow(link)}
        />
      ))}
    </div>
  );
}
