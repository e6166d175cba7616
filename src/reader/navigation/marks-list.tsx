// The bookmarks of this book, or its marks, in reading order: each leads to its place, and can be restyled, copied or
// deleted.

import { useRef, useState } from 'preact/hooks';
import type { MarkRow } from '../../db/marks/marks.ts';
import { useStrings } from '../../strings/languages.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import type { TabProps } from './navigation-panel.tsx';

interface OpenMenu {
  items: MenuItem[];
  beside: DOMRect;
}

export function MarksList({ reading, features, pageKeys, type }: TabProps & { type: MarkRow['type'] }) {
  const strings = useStrings();
  const words = strings.navigation;
  const { navigation, marking } = features;
  // As they were when the panel opened, or after what was done here: a list does not change under the finger.
  const [marks, setMarks] = useState(() => navigation.marks(type));
  const [here] = useState(() => navigation.markHere(marks));
  const [menu, setMenu] = useState<OpenMenu>();
  const change = (work: Promise<void>) => reading.later(work.then(() => setMarks(navigation.marks(type))));
  const openMenu = (mark: MarkRow, button: HTMLElement) =>
    setMenu({
      items: [
        { text: strings.notes.open, icon: 'book', onPress: () => navigation.goToMark(mark) },
        ...styleItems(mark, strings.reader.mark.styles, (style) => change(marking.restyleListed(mark, style))),
        {
          text: strings.notes.copy,
          icon: 'copy',
          onPress: () => reading.later(copyText(mark.markText)),
        },
        { text: strings.notes.delete, icon: 'trash', onPress: () => change(marking.removeListed(mark)) },
      ],
      beside: button.getBoundingClientRect(),
    });
  if (marks.length === 0) return <p class="sheet-empty">{type === 0 ? words.noBookmarks : words.noMarks}</p>;
  return (
    <>
      <PagedList
        items={marks}
        rowHeight={4.4}
        labels={strings.pages}
        startAt={here}
        pageKeys={pageKeys}
        keyOf={({ bookmarkId }) => bookmarkId}
        row={(mark, index) => (
          <MarkEntry
            mark={mark}
            first={index === here}
            page={navigation.pageOfMark(mark)}
            onPress={() => navigation.goToMark(mark)}
            onMenu={(button) => openMenu(mark, button)}
          />
        )}
      />
      {menu && <Menu label={strings.notes.menuOf} {...menu} onClose={() => setMenu(undefined)} />}
    </>
  );
}

interface MarkEntryProps {
  mark: MarkRow;
  first: boolean;
  /** Of the book, where it is known. */
  page: number | undefined;
  onPress: () => void;
  onMenu: (button: HTMLElement) => void;
}

function MarkEntry({ mark, first, page, onPress, onMenu }: MarkEntryProps) {
  const { notes } = useStrings();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div class="contents-row">
      <button
        type="button"
        class={`marks-entry ${mark.type === 1 ? `style-${mark.style}` : ''}`}
        data-first={first ? '' : undefined}
        onClick={onPress}
      >
        <span class="marks-words">
          <span class="marks-text">{mark.markText}</span>
          {mark.chapterName && <span class="marks-chapter">{mark.chapterName}</span>}
        </span>
        <span class="contents-page">{page}</span>
      </button>
      <Button
        buttonRef={button}
        look="plain"
        icon="more"
        label={notes.menuOf}
        hasMenu
        onPress={() => button.current && onMenu(button.current)}
      />
    </div>
  );
}

const icons = ['line', 'wave', 'marker'] as const;

function styleItems(
  { type, style: current }: MarkRow,
  names: readonly string[],
  restyle: (style: MarkRow['style']) => void,
): MenuItem[] {
  if (type !== 1) return [];
  return icons.map((icon, style) => ({
    text: names[style] ?? icon,
    icon,
    chosen: current === style,
    onPress: () => restyle(style as MarkRow['style']),
  }));
}
