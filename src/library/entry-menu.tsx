// What can be done with a book, a folder, or the books that are selected.

import { type BookRow, isLocalBook } from '../db/shelf/books.ts';
import type { Strings } from '../strings/english.ts';
import type { MenuItem } from '../ui/menu.tsx';
import type { Shelf } from './shelf.ts';

/** What a menu asks before it acts; shown as a dialog by the view. */
export type Question =
  | { ask: 'remove'; bookIds: string[] }
  | { ask: 'move'; bookIds: string[] }
  | { ask: 'newFolder'; bookIds: string[] }
  | { ask: 'rename'; archiveId: string; name: string }
  | { ask: 'deleteFolder'; archiveId: string; name: string }
  | { ask: 'imports' };

export interface MenuParts {
  shelf: Shelf;
  strings: Strings['shelf'];
  onOpen: (bookId: string) => void;
  onAsk: (question: Question) => void;
}

export function bookMenu(book: BookRow, { shelf, strings, onOpen, onAsk }: MenuParts): MenuItem[] {
  const bookIds = [book.bookId];
  return [
    { text: strings.open, icon: 'book', onPress: () => onOpen(book.bookId) },
    {
      text: book.isTop ? strings.unpin : strings.pin,
      icon: 'pin',
      onPress: () => shelf.record([{ kind: 'shelf.top', bookIds, isTop: book.isTop ? 0 : 1 }]),
    },
    {
      text: book.finished ? strings.markUnfinished : strings.markFinished,
      icon: 'check',
      onPress: () => shelf.record([{ kind: 'book.finished', bookIds: [book.bookId], finished: book.finished ? 0 : 1 }]),
    },
    {
      text: book.secret ? strings.makePublic : strings.makePrivate,
      icon: 'lock',
      onPress: () => shelf.record([{ kind: 'book.secret', bookIds, secret: book.secret ? 0 : 1 }]),
    },
    { text: strings.move, icon: 'folder', onPress: () => onAsk({ ask: 'move', bookIds }) },
    ...(book.downloaded && !isLocalBook(book.bookId)
      ? [{ text: strings.freeSpace, icon: 'download' as const, onPress: () => shelf.freeSpace(bookIds) }]
      : []),
    { text: strings.select, icon: 'list', onPress: () => shelf.select(new Set(bookIds)) },
    { text: strings.remove, icon: 'trash', onPress: () => onAsk({ ask: 'remove', bookIds }) },
  ];
}

export function folderMenu(
  folder: { archiveId: string; name: string },
  { shelf, strings, onAsk }: MenuParts,
): MenuItem[] {
  return [
    { text: strings.open, icon: 'folder', onPress: () => shelf.openFolder(folder) },
    { text: strings.rename, icon: 'letters', onPress: () => onAsk({ ask: 'rename', ...folder }) },
    { text: strings.deleteFolder, icon: 'trash', onPress: () => onAsk({ ask: 'deleteFolder', ...folder }) },
  ];
}
