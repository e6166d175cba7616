// The reader's menu: a few large things to press, and where the reader is.

import { useStrings } from '../../strings/languages.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useStore } from '../../ui/use-store.ts';
import { chapterTicks } from '../go-to/chapter-ticks.ts';
import { ProgressTicks } from '../go-to/progress-ticks.tsx';
import type { Reading } from '../reading.ts';
import type { OverlayProps } from '../view-props.ts';
import { Sheet } from './sheet.tsx';

interface Tile {
  icon: IconName;
  text: string;
  onPress: () => void;
  disabled?: boolean;
  pressed?: boolean;
}

export function MenuPanel({ reading, features, onLeave, onNotes }: OverlayProps) {
  const { reader, narration, drawnPages, selection, thoughts } = useStrings();
  const form = useStore(features.pages.state, (state) => state.form);
  const aloud = useStore(features.narrating.state, (state) => state.available);
  const { menu } = reader;
  const bookmarked = useStore(reading.state, (state) => state.bookmarks.length > 0);
  const canReturn = useStore(reading.state, (state) => state.canReturn);
  const tiles: Tile[] = [
    { icon: 'contents', text: menu.contents, onPress: () => reading.show('contents') },
    { icon: 'search', text: menu.search, onPress: () => reading.show('search') },
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
    { icon: 'underline', text: selection.select, onPress: () => features.selecting.begin() },
    ...(features.others.possible
      ? [
          {
            icon: 'person' as const,
            text: thoughts.show,
            pressed: features.others.shown,
            onPress: () => reading.later(features.others.toggle()),
          },
        ]
      : []),
    ...(aloud ? [{ icon: 'aloud' as const, text: narration.begin, onPress: () => features.narrating.begin() }] : []),
    ...(form
      ? [{ icon: 'book' as const, text: drawnPages.forms[form], onPress: () => features.pages.switchForm() }]
      : []),
    { icon: 'clean', text: menu.clean, onPress: () => reading.clean() },
    { icon: 'pageLine', text: menu.pageLine, onPress: () => reading.show('footer') },
    { icon: 'keys', text: menu.keys, onPress: () => reading.show('keys') },
    { icon: 'info', text: menu.facts, onPress: () => reading.show('facts') },
    { icon: 'shelf', text: menu.shelf, onPress: onLeave },
  ];
  return (
    <Sheet title={menu.title} head={<Where reading={reading} />} onClose={() => reading.show(undefined)}>
      <div class="tiles">
        {tiles.map((tile, index) => (
          <button
            key={tile.icon}
            type="button"
            class="tile"
            disabled={tile.disabled}
            aria-pressed={tile.pressed}
            data-first={index === 0 ? '' : undefined}
            onClick={tile.onPress}
          >
            <Icon name={tile.icon} />
            <span>{tile.text}</span>
          </button>
        ))}
      </div>
    </Sheet>
  );
}

function Where({ reading }: { reading: Reading }) {
  const { reader } = useStrings();
  const title = useStore(reading.state, (state) => state.title);
  const author = useStore(reading.state, (state) => state.author);
  const line = useStore(reading.state, (state) => state.line);
  const toc = useStore(reading.state, (state) => state.toc);
  const lengths = reading.lengths();
  const ticks = lengths ? chapterTicks(toc, lengths) : [];
  return (
    <div class="where">
      <div class="where-book">
        <h2>{title}</h2>
        {author && <p class="quiet">{author}</p>}
      </div>
      {line && (
        <div class="where-place">
          <span class="where-chapter">{line.chapter}</span>
          <span class="where-numbers">
            {reader.page(line.page + 1, line.pages)} · {reader.percent(line.progress)}
          </span>
        </div>
      )}
      {line && <ProgressTicks percent={line.progress} ticks={ticks} />}
    </div>
  );
}
