// A picture alone on the screen, with a bar below it. What fingers do is read from a pane over the picture, so that
// each gesture ends in one paint.

import './picture-viewer.css';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { useLayer } from '../../ui/layers.ts';
import { useStore } from '../../ui/use-store.ts';
import type { OverlayProps } from '../view-props.ts';
import { listenForGestures } from './gestures.ts';
import { pictureKey } from './picture-keys.ts';
import type { OpenPicture, Pictures } from './pictures.ts';

export function PictureViewer({ reading, features: { pictures } }: OverlayProps) {
  const open = useStore(pictures.state, (state) => state.open);
  const night = useStore(reading.state, (state) => state.style.night);
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    pictures.attach(host.current);
    return () => pictures.attach(null);
  }, [pictures]);
  return (
    <>
      {open && <Viewer pictures={pictures} open={open} night={night} onClose={() => pictures.leave()} />}
      {/* Pictures say their own changes, and are laid out here before they are seen. */}
      <div ref={host} class={open ? 'picture-host' : 'picture-host waiting'} aria-hidden="true" data-unseen />
    </>
  );
}

interface ViewerProps {
  pictures: Pictures;
  open: OpenPicture;
  night: boolean;
  onClose: () => void;
}

function Viewer({ pictures, open, night, onClose }: ViewerProps) {
  const strings = useStrings();
  const words = strings.pictures;
  const pane = useRef<HTMLDivElement>(null);
  const layer = useLayer({
    back: onClose,
    page: (step) => pictures.turn(step),
    key: (event) => pictureKey(event, pictures, onClose),
  });
  useEffect(() => (pane.current ? listenForGestures(pane.current, pictures) : undefined), [pictures]);
  useEffect(() => {
    const resized = () => pictures.resized();
    window.addEventListener('resize', resized);
    return () => window.removeEventListener('resize', resized);
  }, [pictures]);
  return (
    <div
      ref={layer}
      class="picture-viewer"
      role="dialog"
      aria-modal="true"
      aria-label={words.titles[open.kind]}
      tabIndex={-1}
    >
      <div ref={pane} class="picture-pane" />
      <div class="picture-foot">
        <Words pictures={pictures} open={open} />
        <Bar pictures={pictures} open={open} night={night} onClose={onClose} />
      </div>
    </div>
  );
}

/** What the book says about it, or what became of it. */
function Words({ pictures, open }: Pick<ViewerProps, 'pictures' | 'open'>) {
  const { share } = useStrings();
  const outcome = useStore(pictures.state, (state) => state.outcome);
  return (
    <div class="picture-words">
      <p class="picture-caption" role="status">
        {outcome ? (outcome.kind === 'saved' ? share.saved(outcome.path) : share[outcome.kind]) : open.caption}
      </p>
      {open.file && (
        <>
          <Button look="plain" icon="copy" label={share.copy} onPress={() => void pictures.copy()} />
          <Button look="plain" icon="download" label={share.save} onPress={() => void pictures.save()} />
        </>
      )}
    </div>
  );
}

function Bar({ pictures, open, night, onClose }: ViewerProps) {
  const strings = useStrings();
  const words = strings.pictures;
  const invert = useStore(pictures.state, (state) => state.invert);
  const { columns, rows, column, row } = open.part;
  return (
    <div class="picture-bar">
      <span class="picture-zoom">
        <Button look="plain" label={words.smaller} disabled={open.whole} onPress={() => pictures.zoom(-1)}>
          −
        </Button>
        <span class="picture-percent">{strings.reader.percent(open.percent)}</span>
        <Button look="plain" label={words.larger} onPress={() => pictures.zoom(1)}>
          +
        </Button>
        <Button
          disabled={open.fits && open.percent === 100}
          onPress={() => (open.fits ? pictures.ownSize() : pictures.whole())}
        >
          {open.fits ? words.own : words.whole}
        </Button>
      </span>
      {!open.whole && <span class="picture-part">{words.part(column + 1, columns, row + 1, rows)}</span>}
      {night && open.kind === 'picture' && (
        <Button pressed={invert} onPress={() => void pictures.toggleInvert()}>
          {words.invert}
        </Button>
      )}
      <span class="picture-steps">
        {open.count > 1 && (
          <>
            <Button
              look="plain"
              icon="back"
              label={words.previous}
              disabled={open.index === 0}
              onPress={() => void pictures.step(-1)}
            />
            <span>{strings.pages.position(open.index + 1, open.count)}</span>
            <Button
              look="plain"
              icon="forward"
              label={words.next}
              disabled={open.index === open.count - 1}
              onPress={() => void pictures.step(1)}
            />
          </>
        )}
        <Button look="plain" icon="close" label={strings.close} first onPress={onClose} />
      </span>
    </div>
  );
}
