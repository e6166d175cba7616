// The reader's menu: the few things that are wanted often, large, and where the reader is.

import type { Strings } from '../../strings/english.ts';
import { useStrings } from '../../strings/languages.ts';
import { useStore } from '../../ui/use-store.ts';
import { barLengths } from '../footer/book-lengths.ts';
import { chapterTicks } from '../go-to/chapter-ticks.ts';
import { ProgressTicks } from '../go-to/progress-ticks.tsx';
import type { Reading } from '../reading.ts';
import type { PageLine } from '../reading-state.ts';
import type { OverlayProps } from '../view-props.ts';
import { Sheet } from './sheet.tsx';
import { type Tile, Tiles } from './tiles.tsx';

export function MenuPanel({ reading, lights, features, onLeave, onNotes }: OverlayProps) {
  const { reader, narration, drawnPages, device } = useStrings();
  const form = useStore(features.pages.state, (state) => state.form);
  const aloud = useStore(features.narrating.state, (state) => state.available);
  const speaks = useStore(features.narrating.state, (state) => state.open);
  const playing = useStore(features.narrating.state, (state) => state.playing);
  const lit = useStore(lights.state, (state) => state.lights.length > 0);
  const { menu } = reader;
  const bookmarked = useStore(reading.state, (state) => state.bookmarks.length > 0);
  const canReturn = useStore(reading.state, (state) => state.canReturn);
  /** As bright as they are now, whoever changed them. */
  const showLights = () => reading.later(lights.readLights().then(() => reading.show('light')));
  const goOn = playing
    ? { icon: 'pause' as const, text: narration.pause }
    : { icon: 'play' as const, text: narration.play };
  const voice = speaks ? goOn : { icon: 'aloud' as const, text: narration.begin };
  const speak = () => {
    reading.show(undefined);
    features.narrating.toggle();
  };
  const tiles: Tile[] = [
    { icon: 'contents', text: menu.contents, onPress: () => reading.show('contents') },
    ...(features.search.possible
      ? [{ icon: 'search' as const, text: menu.search, onPress: () => reading.show('search') }]
      : []),
    { icon: 'goTo', text: menu.goTo, onPress: () => reading.show('goTo') },
    { icon: 'undo', text: menu.back, onPress: () => reading.back(), disabled: !canReturn },
    { icon: 'letters', text: menu.type, onPress: () => reading.show('type') },
    {
      icon: 'bookmark',
      text: menu.bookmark,
      pressed: bookmarked,
      onPress: () => reading.act('bookmark'),
    },
    { icon: 'notes', text: menu.notes, onPress: onNotes },
    ...(aloud ? [{ ...voice, onPress: speak }] : []),
    ...(form
      ? [{ icon: 'book' as const, text: drawnPages.forms[form], onPress: () => features.pages.switchForm() }]
      : []),
    ...(lit ? [{ icon: 'light' as const, text: device.lights.plain, onPress: () => showLights() }] : []),
    { icon: 'shelf', text: menu.shelf, onPress: onLeave },
    { icon: 'more', text: menu.more, onPress: () => reading.show('more') },
  ];
  return (
    <Sheet title={menu.title} head={<Where reading={reading} />} onClose={() => reading.show(undefined)}>
      <Tiles tiles={tiles} />
    </Sheet>
  );
}

function Where({ reading }: { reading: Reading }) {
  const { reader } = useStrings();
  const title = useStore(reading.state, (state) => state.title);
  const author = useStore(reading.state, (state) => state.author);
  const direction = useStore(reading.state, (state) => state.facts?.titleDirection);
  const line = useStore(reading.state, (state) => state.line);
  const toc = useStore(reading.state, (state) => state.toc);
  const { book } = reading;
  const lengths = book && barLengths(book);
  const ticks = lengths ? chapterTicks(toc, lengths) : [];
  return (
    <div class="where">
      <div class="where-book">
        <h2>
          <bdi dir={direction ?? 'auto'}>{title}</bdi>
        </h2>
        {author && <p class="quiet">{author}</p>}
      </div>
      {line && (
        <div class="where-place">
          <span class="where-chapter">{line.chapter}</span>
          <span class="where-numbers">
            {pageText(line, reader, book?.facts.pages !== undefined)} · {reader.percent(line.progress)}
          </span>
        </div>
      )}
      {line && <ProgressTicks percent={line.progress} ticks={ticks} />}
    </div>
  );
}

/** Of the chapter, which stands beside it; a drawn page is one of the book's. */
function pageText(line: PageLine, reader: Strings['reader'], drawn: boolean): string {
  const { bookPage, bookPages } = line;
  if (drawn && bookPage !== undefined && bookPages !== undefined) return reader.page(bookPage, bookPages);
  return reader.page(line.page + 1, line.pages);
}
