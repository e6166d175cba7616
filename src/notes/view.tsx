// The notes: the list of books that have any, or the notes of one book.

import './view.css';
import { useRef } from 'preact/hooks';
import type { Notebook } from '../db/marks/notebooks.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useLayer } from '../ui/layers.ts';
import { PagedList } from '../ui/paged-list.tsx';
import { useStore } from '../ui/use-store.ts';
import { NotebookView } from './notebook-view.tsx';
import type { NotePlace, Notes } from './notes.ts';

export interface NotesViewProps {
  notes: Notes;
  onBack: () => void;
  onBook: (bookId: string) => void;
  /** Opens the book at a note. */
  onPlace: (place: NotePlace) => void;
}

export function NotesView(props: NotesViewProps) {
  const open = useStore(props.notes.state, (state) => state.open);
  return open ? <NotebookView key={open.bookId} open={open} {...props} /> : <NotebooksView {...props} />;
}

function NotebooksView({ notes, onBack, onBook }: NotesViewProps) {
  const strings = useStrings();
  const notebooks = useStore(notes.state, (state) => state.notebooks);
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const layer = useLayer({ back: onBack, page: (step) => pageKeys.current?.(step) });
  return (
    <div ref={layer} class="screen" tabIndex={-1}>
      <header class="screen-header">
        <Button look="plain" icon="back" label={strings.back} first={notebooks.length === 0} onPress={onBack} />
        <h1>{strings.notes.title}</h1>
      </header>
      <main class="screen-body">
        {notebooks.length === 0 ? (
          <p class="notes-empty">{strings.notes.none}</p>
        ) : (
          <PagedList
            items={notebooks}
            rowHeight={4.4}
            labels={strings.pages}
            keyOf={({ bookId }) => bookId}
            pageKeys={pageKeys}
            row={(notebook, index) => (
              <NotebookRow notebook={notebook} first={index === 0} onPress={() => onBook(notebook.bookId)} />
            )}
          />
        )}
      </main>
    </div>
  );
}

interface NotebookRowProps {
  notebook: Notebook;
  first: boolean;
  onPress: () => void;
}

function NotebookRow({ notebook, first, onPress }: NotebookRowProps) {
  const strings = useStrings();
  return (
    <button type="button" class="notebook-row" data-first={first ? '' : undefined} onClick={onPress}>
      <span class="notebook-name">
        <span class="notebook-title">{notebook.title}</span>
        {notebook.author && <span class="quiet">{notebook.author}</span>}
      </span>
      <span class="notebook-count">{strings.notes.count(notebook.count)}</span>
      <Icon name="forward" />
    </button>
  );
}
