// One entry of the shelf, a book or a folder, as a cover or as a line. Pressed it opens; held, right-clicked or asked
// by the menu key it offers what else can be done.

import './book-cell.css';
import { useRef } from 'preact/hooks';
import type { BookRow } from '../db/shelf/books.ts';
import type { ShelfEntry } from '../db/shelf/shelf-page.ts';
import { useStrings } from '../strings/languages.ts';
import { Icon } from '../ui/icon.tsx';
import { Cover } from './cover.tsx';
import type { Grid, ShelfLayout } from './shelf-grid.ts';

const holdTime = 550;

export interface EntryCellProps {
  entry: ShelfEntry;
  grid: Grid;
  layout: ShelfLayout;
  cover: string | undefined;
  /** `undefined` outside of selecting. */
  selected: boolean | undefined;
  onPress: () => void;
  onMenu: (cell: HTMLElement) => void;
}

export function EntryCell({ entry, grid, layout, cover, selected, onPress, onMenu }: EntryCellProps) {
  const hold = useHold(onMenu);
  const strings = useStrings();
  const label =
    entry.kind === 'folder' ? strings.shelf.folder(entry.folder.name, entry.count) : nameOf(entry.book, strings.shelf);
  return (
    <button
      type="button"
      class={`entry ${layout}`}
      style={{ height: `${grid.rowHeight}px` }}
      aria-label={label}
      aria-pressed={selected}
      onClick={() => {
        if (!hold.wasHeld()) onPress();
      }}
      {...hold.handlers}
    >
      {entry.kind === 'folder' ? (
        <FolderFace grid={grid} />
      ) : (
        <span class="entry-cover" style={{ width: `${grid.coverWidth}px`, height: `${grid.coverHeight}px` }}>
          <Cover book={entry.book} url={cover} width={grid.coverWidth} height={grid.coverHeight} />
          {layout === 'covers' && <Marks book={entry.book} />}
          {selected !== undefined && <span class="entry-check">{selected && <Icon name="check" />}</span>}
        </span>
      )}
      {entry.kind === 'folder' ? (
        <span class="entry-text">
          <span class="entry-title">{entry.folder.name}</span>
          <span class="entry-author">{strings.shelf.books(entry.count)}</span>
        </span>
      ) : (
        <span class="entry-text">
          <span class="entry-title">{entry.book.title || strings.shelf.untitled}</span>
          <span class="entry-author">{entry.book.author}</span>
        </span>
      )}
      {layout === 'list' && entry.kind === 'book' && <Marks book={entry.book} />}
    </button>
  );
}

function nameOf(book: BookRow, strings: { untitled: string }): string {
  return book.author ? `${book.title || strings.untitled}, ${book.author}` : book.title || strings.untitled;
}

function FolderFace({ grid }: { grid: Grid }) {
  return (
    <span class="entry-cover folder-face" style={{ width: `${grid.coverWidth}px`, height: `${grid.coverHeight}px` }}>
      <Icon name="folder" />
    </span>
  );
}

/** Pinned, private, stored here, and how far it is read: shapes and words, no colours. */
function Marks({ book }: { book: BookRow }) {
  const { shelf } = useStrings();
  const percent = Math.floor(book.progress);
  const reading = book.finished ? shelf.finished : percent > 0 ? shelf.percent(percent) : '';
  if (!reading && !book.isTop && !book.secret && !book.downloaded) return null;
  return (
    <span class="entry-marks">
      {book.isTop ? <Icon name="pin" /> : null}
      {book.secret ? <Icon name="lock" /> : null}
      {book.downloaded ? <Icon name="download" /> : null}
      {reading && <span>{reading}</span>}
    </span>
  );
}

/** Holding, the right button and the menu key all ask for the same menu. */
function useHold(onMenu: (cell: HTMLElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const held = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    wasHeld: () => held.current,
    handlers: {
      onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
        const cell = event.currentTarget;
        held.current = false;
        stop();
        if (event.button !== 0) return;
        timer.current = setTimeout(() => {
          held.current = true;
          onMenu(cell);
        }, holdTime);
      },
      onPointerUp: stop,
      onPointerLeave: stop,
      onPointerCancel: stop,
      onContextMenu: (event: MouseEvent & { currentTarget: HTMLElement }) => {
        event.preventDefault();
        stop();
        if (!held.current) onMenu(event.currentTarget);
      },
      onKeyDown: (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
        held.current = false;
        if (event.key !== 'ContextMenu' && event.key !== 'm') return;
        event.preventDefault();
        event.stopPropagation();
        onMenu(event.currentTarget);
      },
    },
  };
}
