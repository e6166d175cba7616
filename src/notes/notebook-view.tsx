// The notes of one book in reading order: each opens its place, and can be restyled, copied or deleted.

import { useRef, useState } from 'preact/hooks';
import type { MarkRow } from '../db/marks/marks.ts';
import type { ThoughtRow } from '../db/marks/thoughts.ts';
import { dayOf } from '../strings/dates.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Icon } from '../ui/icon.tsx';
import { useLayer } from '../ui/layers.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Notice } from '../ui/notice.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { UnkeptDialog } from '../ui/unkept-dialog.tsx';
import { useStore } from '../ui/use-store.ts';
import {
  type ChangedThought,
  filtered,
  kindOf,
  type Note,
  type NoteFilter,
  type NotePlace,
  type Notes,
  type OpenNotebook,
  placeOf,
} from './notes.ts';
import { notesMarkdown } from './notes-markdown.ts';
import { ThoughtDialog } from './thought-dialog.tsx';

export interface NotebookViewProps {
  notes: Notes;
  open: OpenNotebook;
  onBack: () => void;
  onPlace: (place: NotePlace) => void;
}

interface OpenMenu {
  label: string;
  items: MenuItem[];
  beside: DOMRect;
}

const filters: readonly NoteFilter[] = ['all', 'line', 'wave', 'marker', 'thought', 'bookmark'];

export function NotebookView({ notes, open, onBack, onPlace }: NotebookViewProps) {
  const strings = useStrings();
  const words = strings.notes;
  const filter = useStore(notes.state, (state) => state.filter);
  const [menu, setMenu] = useState<OpenMenu>();
  const [copied, setCopied] = useState<boolean>();
  const [changed, setChanged] = useState<ChangedThought>();
  const unkept = useStore(notes.state, (state) => state.unkept);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const layer = useLayer({ back: onBack, page: (step) => pageKeys.current?.(step) });
  const shown = filtered(open.notes, filter);
  const copy = (text: string) => void copyText(text).then(setCopied);
  const change = (thought: ThoughtRow) => setChanged(notes.change(thought));
  const openFilters = (button: HTMLElement) =>
    setMenu({
      label: words.filter,
      items: filters.map((kind) => ({
        text: words.filters[kind],
        chosen: kind === filter,
        onPress: () => notes.show(kind),
      })),
      beside: button.getBoundingClientRect(),
    });
  const openMenu = (note: Note, button: HTMLElement) =>
    setMenu({
      label: words.menuOf,
      items: noteMenu(note, { notes, strings, onPlace, copy, change }),
      beside: button.getBoundingClientRect(),
    });
  return (
    <div ref={layer} class="screen" tabIndex={-1}>
      <header class="screen-header">
        <Button look="plain" icon="back" label={strings.back} first={shown.length === 0} onPress={onBack} />
        <h1>{open.title}</h1>
        <PressedButton text={words.filters[filter]} label={words.filter} onPress={openFilters} />
        <Button
          look="plain"
          icon="copy"
          label={words.copyAll}
          disabled={shown.length === 0}
          onPress={() => copy(notesMarkdown(open, shown, words))}
        />
      </header>
      {copied !== undefined && (
        <Notice
          icon={copied ? 'check' : 'warning'}
          close={{ label: strings.close, onPress: () => setCopied(undefined) }}
        >
          {copied ? words.copied : words.copyFailed}
        </Notice>
      )}
      <main class="screen-body">
        {shown.length === 0 ? (
          <p class="notes-empty">{open.notes.length === 0 ? words.noneInBook : words.noneOfKind}</p>
        ) : (
          <PagedList
            key={filter}
            items={shown}
            rowHeight={6.4}
            labels={strings.pages}
            keyOf={({ id }) => id}
            pageKeys={pageKeys}
            row={(note, index) => (
              <NoteRow
                note={note}
                first={index === 0}
                onPress={() => onPlace(placeOf(note))}
                onMenu={(button) => openMenu(note, button)}
              />
            )}
          />
        )}
      </main>
      {menu && <Menu {...menu} onClose={() => setMenu(undefined)} />}
      {changed && <ThoughtDialog changed={changed} notes={notes} onClose={() => setChanged(undefined)} />}
      {unkept && <UnkeptDialog onClose={() => notes.dismiss()} />}
    </div>
  );
}

interface PressedButtonProps {
  text: string;
  label: string;
  onPress: (button: HTMLElement) => void;
}

/** A button whose menu opens beside it. */
function PressedButton({ text, label, onPress }: PressedButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Button
      buttonRef={button}
      hasMenu
      label={`${label}: ${text}`}
      onPress={() => button.current && onPress(button.current)}
    >
      {text}
    </Button>
  );
}

interface NoteRowProps {
  note: Note;
  first: boolean;
  onPress: () => void;
  onMenu: (button: HTMLElement) => void;
}

function NoteRow({ note, first, onPress, onMenu }: NoteRowProps) {
  const place = placeOf(note);
  const { notes: words, thoughts } = useStrings();
  const button = useRef<HTMLButtonElement>(null);
  const kind = kindOf(note);
  return (
    <div class="note-row">
      <button type="button" class="note" data-first={first ? '' : undefined} onClick={onPress}>
        <span class="note-chapter">
          {kind === 'bookmark' && <Icon name="bookmark" />}
          {kind === 'thought' && <Icon name="notes" />}
          {place.chapterName || words.chapter(place.chapterUid)}
        </span>
        <span class={`note-text ${kind}`} dir="auto">
          <span>{note.kind === 'mark' ? note.mark.markText || words.bookmark : note.thought.content}</span>
        </span>
        <span class="note-facts">
          {note.kind === 'mark' && note.unplaced && (
            <>
              <Icon name="warning" />
              {words.unplaced} ·{' '}
            </>
          )}
          {dayOf(place.createTime)}
          {note.kind === 'thought' && ` · ${thoughts.visibilities[note.thought.visibility]} · ${note.thought.abstract}`}
        </span>
      </button>
      <Button
        buttonRef={button}
        look="plain"
        icon="more"
        label={words.menuOf}
        hasMenu
        onPress={() => button.current && onMenu(button.current)}
      />
    </div>
  );
}

interface MenuParts {
  notes: Notes;
  strings: ReturnType<typeof useStrings>;
  onPlace: (place: NotePlace) => void;
  copy: (text: string) => void;
  change: (thought: ThoughtRow) => void;
}

function noteMenu(note: Note, parts: MenuParts): MenuItem[] {
  const { notes, strings, onPlace } = parts;
  const [kept, copied] =
    note.kind === 'mark'
      ? [styleItems(note.mark, parts), note.mark.markText]
      : [[changeItem(note.thought, parts)], `${note.thought.abstract}\n\n${note.thought.content}`];
  return [
    { text: strings.notes.open, icon: 'book', onPress: () => onPlace(placeOf(note)) },
    ...kept,
    { text: strings.notes.copy, icon: 'copy', onPress: () => parts.copy(copied) },
    { text: strings.notes.delete, icon: 'trash', onPress: () => void notes.remove(note) },
  ];
}

function changeItem(thought: ThoughtRow, { strings, change }: MenuParts): MenuItem {
  return { text: strings.thoughts.change, icon: 'notes', onPress: () => change(thought) };
}

function styleItems(mark: MarkRow, { notes, strings }: MenuParts): MenuItem[] {
  if (mark.type !== 1) return [];
  const icons = ['line', 'wave', 'marker'] as const;
  return icons.map((icon, style) => ({
    text: strings.reader.mark.styles[style] ?? icon,
    icon,
    chosen: mark.style === style,
    onPress: () => void notes.restyle(mark, style as MarkRow['style']),
  }));
}
