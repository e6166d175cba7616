// The dialogs of the shelf: removing, moving, naming folders. Each ends in one action or in none.

import { useRef, useState } from 'preact/hooks';
import { mostFolders } from '../../api/limits.ts';
import { useDatabase } from '../db/database-context.ts';
import type { ArchiveRow } from '../db/shelf/archives.ts';
import { fold } from '../db/shelf/search-words.ts';
import { useLive } from '../db/use-live.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { Question } from './entry-menu.tsx';
import type { Shelf } from './shelf.ts';
import './questions.css';

interface AskedProps<A extends Question['ask']> {
  question: Extract<Question, { ask: A }>;
  shelf: Shelf;
  onClose: () => void;
  onAsk: (question: Question) => void;
}

export function AskRemove({ question: { bookIds }, shelf, onClose }: AskedProps<'remove'>) {
  const strings = useStrings();
  const remove = () => {
    onClose();
    void shelf.forBooks(bookIds, (part) => ({ kind: 'shelf.delete', bookIds: part }));
  };
  return (
    <Dialog
      title={strings.shelf.removeAsk(bookIds.length)}
      onClose={onClose}
      buttons={
        <>
          <Button first onPress={onClose}>
            {strings.cancel}
          </Button>
          <Button look="strong" onPress={remove}>
            {strings.shelf.removeDo}
          </Button>
        </>
      }
    >
      <p>{strings.shelf.removeNote}</p>
    </Dialog>
  );
}

/** More are found by their name sooner than by turning pages. */
const fewFolders = 20;

export function AskFolder({ question: { bookIds }, shelf, onClose, onAsk }: AskedProps<'move'>) {
  const strings = useStrings();
  const database = useDatabase();
  const folders = useLive(() => database.archives.orderBy('nameKey').limit(mostFolders).toArray(), [database]);
  const [wanted, setWanted] = useState('');
  const pageKeys = useRef<((step: -1 | 1) => void) | undefined>(undefined);
  const many = folders !== undefined && folders.length > fewFolders;
  const found = folders?.filter(({ name }) => fold(name).includes(fold(wanted))) ?? [];
  const moveTo = ({ archiveId, name }: Pick<ArchiveRow, 'archiveId' | 'name'>) => {
    onClose();
    void shelf.forBooks(bookIds, (part) => ({ kind: 'shelf.archive', archiveId, name, bookIds: part }));
  };
  return (
    <Dialog
      title={strings.shelf.move}
      onClose={onClose}
      onPage={(step) => pageKeys.current?.(step)}
      buttons={
        <>
          <Button onPress={onClose}>{strings.cancel}</Button>
          <Button onPress={() => moveTo({ archiveId: '', name: '' })}>{strings.shelf.moveOut}</Button>
          <Button
            look="strong"
            first
            onPress={() => {
              onClose();
              onAsk({ ask: 'newFolder', bookIds });
            }}
          >
            {strings.shelf.newFolder}
          </Button>
        </>
      }
    >
      {many && (
        <TextField label={strings.shelf.findFolder} value={wanted} onInput={setWanted} maxLength={64} hideLabel />
      )}
      {folders && folders.length > 0 && (
        <div class="folder-choice">
          <PagedList
            key={wanted}
            items={found}
            rowHeight={3.2}
            labels={strings.pages}
            pageKeys={pageKeys}
            keyOf={(folder) => folder.archiveId}
            row={(folder) => (
              <Button look="plain" icon="folder" onPress={() => moveTo(folder)}>
                {folder.name}
              </Button>
            )}
          />
        </div>
      )}
    </Dialog>
  );
}

export function AskName({ question, shelf, onClose }: AskedProps<'newFolder' | 'rename'>) {
  const strings = useStrings();
  const [name, setName] = useState(question.ask === 'rename' ? question.name : '');
  const submit = () => {
    if (name.trim() === '') return;
    onClose();
    const archiveId = question.ask === 'rename' ? question.archiveId : `a_${crypto.randomUUID()}`;
    const bookIds = question.ask === 'rename' ? [] : question.bookIds;
    void shelf.forBooks(bookIds, (part) => ({ kind: 'shelf.archive', archiveId, name: name.trim(), bookIds: part }));
  };
  return (
    <Dialog
      title={question.ask === 'rename' ? strings.shelf.rename : strings.shelf.newFolder}
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button onPress={onClose}>{strings.cancel}</Button>
          <Button look="strong" submit disabled={name.trim() === ''}>
            {question.ask === 'rename' ? strings.shelf.renameDo : strings.shelf.create}
          </Button>
        </>
      }
    >
      <TextField label={strings.shelf.folderName} value={name} onInput={setName} maxLength={64} first />
    </Dialog>
  );
}

export function AskDeleteFolder({ question, shelf, onClose }: AskedProps<'deleteFolder'>) {
  const strings = useStrings();
  const remove = (removeBooks: 0 | 1) => {
    onClose();
    void shelf.deleteFolder(question.archiveId, removeBooks);
  };
  return (
    <Dialog
      title={strings.shelf.deleteFolderAsk(question.name)}
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>{strings.cancel}</Button>
          <Button onPress={() => remove(1)}>{strings.shelf.removeBooks}</Button>
          <Button look="strong" first onPress={() => remove(0)}>
            {strings.shelf.keepBooks}
          </Button>
        </>
      }
    >
      <p>{strings.shelf.removeNote}</p>
    </Dialog>
  );
}
