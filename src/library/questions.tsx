// The dialogs of the shelf: removing, moving, naming folders. Each ends in one action or in none.

import { useState } from 'preact/hooks';
import { useDatabase } from '../db/database-context.ts';
import type { ArchiveRow } from '../db/shelf/archives.ts';
import { booksInFolder } from '../db/shelf/shelf-page.ts';
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

export function AskFolder({ question: { bookIds }, shelf, onClose, onAsk }: AskedProps<'move'>) {
  const strings = useStrings();
  const database = useDatabase();
  const folders = useLive(() => database.archives.orderBy('nameKey').limit(500).toArray(), [database]);
  const moveTo = ({ archiveId, name }: Pick<ArchiveRow, 'archiveId' | 'name'>) => {
    onClose();
    void shelf.forBooks(bookIds, (part) => ({ kind: 'shelf.archive', archiveId, name, bookIds: part }));
  };
  return (
    <Dialog
      title={strings.shelf.move}
      onClose={onClose}
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
      {folders && folders.length > 0 && (
        <div class="folder-choice">
          <PagedList
            items={folders}
            rowHeight={3.2}
            labels={strings.pages}
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
  const database = useDatabase();
  const remove = async (removeBooks: 0 | 1) => {
    onClose();
    const { archiveId } = question;
    const bookIds = await booksInFolder(database, archiveId);
    if (shelf.state.getState().folder?.archiveId === archiveId) await shelf.leaveFolder();
    await shelf.record([{ kind: 'shelf.deleteArchive', archiveId, removeBooks, bookIds }]);
  };
  return (
    <Dialog
      title={strings.shelf.deleteFolderAsk(question.name)}
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>{strings.cancel}</Button>
          <Button onPress={() => void remove(1)}>{strings.shelf.removeBooks}</Button>
          <Button look="strong" first onPress={() => void remove(0)}>
            {strings.shelf.keepBooks}
          </Button>
        </>
      }
    >
      <p>{strings.shelf.removeNote}</p>
    </Dialog>
  );
}
