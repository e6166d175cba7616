// The shelf: a page of books that fits the screen, a bar above and a bar below.

import './view.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StoreApi } from 'zustand/vanilla';
import type { ShelfEntry } from '../db/shelf/shelf-page.ts';
import { useStrings } from '../strings/languages.ts';
import { useLayer } from '../ui/layers.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { UnkeptDialog } from '../ui/unkept-dialog.tsx';
import { useStore } from '../ui/use-store.ts';
import { arrangeMenu } from './arrange-menu.ts';
import { EntryCell } from './book-cell.tsx';
import type { Downloads } from './downloads.ts';
import { DownloadsDialog } from './downloads-dialog.tsx';
import { bookMenu, folderMenu, type MenuParts, type Question } from './entry-menu.tsx';
import type { Imports } from './imports.ts';
import { ImportsDialog } from './imports-dialog.tsx';
import { AskDeleteFolder, AskFolder, AskName, AskRemove } from './questions.tsx';
import type { Shelf } from './shelf.ts';
import { ShelfFooter, type SyncWord } from './shelf-footer.tsx';
import { ShelfHeader, type ShelfTool } from './shelf-header.tsx';
import type { ShelfState } from './shelf-state.ts';

export interface ShelfViewProps {
  shelf: Shelf;
  imports: Imports;
  downloads: Downloads;
  sync: StoreApi<{ word: SyncWord }>;
  onSync: () => void;
  onOpen: (bookId: string) => void;
  onNotes: () => void;
  onAccount: () => void;
  onSettings: () => void;
}

interface OpenMenu {
  label: string;
  items: MenuItem[];
  beside: DOMRect;
}

const accepted = '.epub,.pdf,.txt,.mobi,.azw3,.azw,.fb2,.cbz,.html,.htm,.md,.docx,.zip';

export function ShelfView(props: ShelfViewProps) {
  const { shelf, imports, downloads } = props;
  const strings = useStrings();
  const [menu, setMenu] = useState<OpenMenu>();
  const [question, setQuestion] = useState<Question>();
  const files = useRef<HTMLInputElement>(null);
  const notSaved = useStore(shelf.state, (state) => state.notSaved);
  const layer = useLayer(shelfKeys(shelf));
  useDroppedFiles(imports);
  useResize(shelf);

  const words = { strings: strings.shelf, words: strings.storage };
  const parts: MenuParts = { shelf, downloads, ...words, onOpen: props.onOpen, onAsk: setQuestion };
  const openMenuOf = (entry: ShelfEntry, cell: HTMLElement) => {
    const title = entry.kind === 'book' ? entry.book.title : entry.folder.name;
    const items = entry.kind === 'book' ? bookMenu(entry.book, parts) : folderMenu(entry.folder, parts);
    setMenu({ label: strings.shelf.menuOf(title), items, beside: cell.getBoundingClientRect() });
  };
  const openTool = (tool: ShelfTool, button: HTMLElement) => {
    const items = tool === 'arrange' ? arrangeMenu(shelf, strings.shelf) : moreMenu(props, strings.shelf, setQuestion);
    setMenu({ label: strings.shelf[tool], items, beside: button.getBoundingClientRect() });
  };
  const close = () => setQuestion(undefined);
  return (
    <div ref={layer} class="screen shelf" tabIndex={-1}>
      <ShelfHeader
        shelf={shelf}
        downloads={downloads}
        onAdd={() => files.current?.click()}
        onNotes={props.onNotes}
        onTool={openTool}
        onAsk={setQuestion}
      />
      <ShelfPageView shelf={shelf} onOpen={props.onOpen} onMenu={openMenuOf} />
      <ShelfFooter
        shelf={shelf}
        imports={imports}
        downloads={downloads}
        sync={props.sync}
        onSync={props.onSync}
        onImports={() => setQuestion({ ask: 'imports' })}
        onDownloads={() => setQuestion({ ask: 'downloads' })}
      />
      <input
        ref={files}
        type="file"
        class="hidden-input"
        multiple
        accept={accepted}
        tabIndex={-1}
        aria-label={strings.imports.choose}
        onChange={(event) => {
          void imports.add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      {menu && <Menu {...menu} onClose={() => setMenu(undefined)} />}
      {question && <Asked {...{ question, shelf, imports, downloads }} onClose={close} onAsk={setQuestion} />}
      {notSaved && <UnkeptDialog onClose={shelf.seenNotSaved} />}
    </div>
  );
}

interface AskedProps {
  question: Question;
  shelf: Shelf;
  imports: Imports;
  downloads: Downloads;
  onClose: () => void;
  onAsk: (question: Question) => void;
}

function Asked({ question, imports, downloads, ...rest }: AskedProps) {
  switch (question.ask) {
    case 'remove':
      return <AskRemove question={question} {...rest} />;
    case 'move':
      return <AskFolder question={question} {...rest} />;
    case 'newFolder':
    case 'rename':
      return <AskName question={question} {...rest} />;
    case 'deleteFolder':
      return <AskDeleteFolder question={question} {...rest} />;
    case 'imports':
      return <ImportsDialog imports={imports} onClose={rest.onClose} />;
    case 'downloads':
      return <DownloadsDialog downloads={downloads} onClose={rest.onClose} />;
  }
}

interface ShelfPageProps {
  shelf: Shelf;
  onOpen: (bookId: string) => void;
  onMenu: (entry: ShelfEntry, cell: HTMLElement) => void;
}

function ShelfPageView({ shelf, onOpen, onMenu }: ShelfPageProps) {
  const state = useStore(shelf.state, (value) => value);
  const { shown, grid, layout, covers, selected } = state;
  const press = (entry: ShelfEntry) => {
    if (entry.kind === 'folder') return void shelf.openFolder(entry.folder);
    if (selected) return shelf.select(toggled(selected, entry.book.bookId));
    onOpen(entry.book.bookId);
  };
  if (shown.entries.length === 0) return <EmptyShelf state={state} />;
  const style = {
    gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
    columnGap: `${grid.gap}px`,
    rowGap: layout === 'covers' ? `${grid.gap}px` : '0',
  };
  return (
    <main class="shelf-page" style={style}>
      {shown.entries.map((entry) => {
        const id = entry.kind === 'book' ? entry.book.bookId : entry.folder.archiveId;
        return (
          <EntryCell
            key={id}
            entry={entry}
            grid={grid}
            layout={layout}
            cover={covers.get(id)}
            selected={selected && entry.kind === 'book' ? selected.has(id) : undefined}
            onPress={() => press(entry)}
            onMenu={(cell) => onMenu(entry, cell)}
          />
        );
      })}
    </main>
  );
}

function EmptyShelf({ state }: { state: ShelfState }) {
  const { shelf: strings } = useStrings();
  const found = state.search?.trim()
    ? strings.nothingFound
    : state.filter !== 'all'
      ? strings.nothingInFilter
      : state.folder
        ? strings.emptyFolder
        : undefined;
  return (
    <main class="shelf-empty">
      {found ? (
        <p>{found}</p>
      ) : (
        <>
          <h2>{strings.emptyTitle}</h2>
          <p>{strings.empty}</p>
        </>
      )}
    </main>
  );
}

function moreMenu(
  props: ShelfViewProps,
  strings: { account: string; settings: string; select: string; newFolder: string },
  onAsk: (question: Question) => void,
): MenuItem[] {
  return [
    { text: strings.select, icon: 'check', onPress: () => props.shelf.select(new Set()) },
    { text: strings.newFolder, icon: 'folder', onPress: () => onAsk({ ask: 'newFolder', bookIds: [] }) },
    { text: strings.account, icon: 'person', onPress: props.onAccount },
    { text: strings.settings, icon: 'settings', onPress: props.onSettings },
  ];
}

function shelfKeys(shelf: Shelf) {
  return {
    page: (step: -1 | 1) => void shelf.turn(step),
    back: () => {
      const { selected, search, folder, filter } = shelf.state.getState();
      if (selected) shelf.select(undefined);
      else if (search !== undefined) void shelf.search(undefined);
      else if (folder) void shelf.leaveFolder();
      else if (filter !== 'all') void shelf.show('all');
    },
  };
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Files dropped anywhere in the window are added; a dropped file must never replace the page. */
function useDroppedFiles(imports: Imports): void {
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      void imports.add([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, [imports]);
}

function useResize(shelf: Shelf): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Once, when the size is settled: dragging a window's edge must not lay the shelf out fifty times.
    const resized = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void shelf.load(), 150);
    };
    window.addEventListener('resize', resized);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', resized);
    };
  }, [shelf]);
}
