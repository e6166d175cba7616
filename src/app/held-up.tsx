// After a start that follows a hang: which book held the reader up, and the question whether to open it again. It is
// never opened by itself.

import { forgetOpened, openedBook } from '../db/reading/opened-book.ts';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useStore } from '../ui/use-store.ts';
import type { Application } from './application.ts';
import type { Session } from './session.ts';

export interface HeldUp {
  account: string;
  bookId: string;
  title: string;
}

/**
 * `pageEnded`: the page before this one did not answer. Without that, a reader that was ended while a book was opened may
 * have lost its power; when that happens again with the same book, the book is to blame. One that is not is forgotten
 * behind the start, which must neither wait for the disk nor fail with it.
 */
export async function findHeldUp(
  { database, account }: Session,
  pageEnded: boolean,
  report: (error: unknown) => void,
): Promise<HeldUp | undefined> {
  const opened = await openedBook(database);
  if (!opened) return undefined;
  const { bookId, shown, unfinished } = opened;
  const isToBlame = pageEnded || unfinished > 0;
  if (!isToBlame && !shown) return undefined;
  const book = isToBlame ? await database.books.get(bookId) : undefined;
  if (book) return { account: account().account, bookId, title: book.title };
  forgetOpened(database, bookId).catch(report);
  return undefined;
}

export function HeldUpDialog({ application }: { application: Application }) {
  const { heldUp: strings, shelf, reader } = useStrings();
  const heldUp = useStore(application.state, (state) => state.heldUp);
  const session = useStore(application.state, (state) => state.session);
  if (heldUp?.account !== session.account().account) return null;
  const { bookId, title } = heldUp;
  const close = () => {
    application.state.setState({ heldUp: undefined });
    void forgetOpened(session.database, bookId).catch(application.report);
  };
  const open = () => {
    close();
    application.routes.go({ name: 'reader', bookId });
  };
  return (
    <Dialog
      title={strings.title}
      onClose={close}
      buttons={
        <>
          <Button first onPress={close}>
            {reader.toShelf}
          </Button>
          <Button look="strong" onPress={open}>
            {reader.retry}
          </Button>
        </>
      }
    >
      <p>{strings.text(title || shelf.untitled)}</p>
    </Dialog>
  );
}
