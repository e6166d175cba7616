// What can be done with a book, a folder, or the books that are selected.

import { type BookRow, isLocalBook } from '../db/shelf/books.ts';
import type { Strings } from '../strings/english.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { type Downloads, mayBeFetched } from './downloads.ts';
import type { Shelf } from './shelf.ts';

/** What a menu asks before it acts; shown as a dialog by the view. */
export type Question =
  | { ask: 'remove'; bookIds: string[] }
  | { ask: 'move'; bookIds: string[] }
  | { ask: 'newFolder'; bookIds: string[] }
  | { ask: 'rename'; archiveId: string; name: string }
  | { ask: 'deleteFolder'; archiveId: string; name: string }
  | { ask: 'imports' }
  | { ask: 'downloads' };

export interface MenuParts {
  shelf: Shelf;
  downloads: Downloads;
  strings: Strings['shelf'];
  words: Strings['storage'];
  onOpen: (bookId: string) => void;
  onAsk: (question: Question) => void;
}

export function bookMenu(book: BookRow, parts: MenuParts): MenuItem[] {
  const { shelf, strings, onOpen, onAsk } = parts;
  const bookIds = [book.bookId];
  return [
    // A press on the book opens it as well: on a small panel there is no room for both.
    mayBeFetched(book)
      ? downloadItem(book.bookId, parts)
      : { text: strings.open, icon: 'book', onPress: () => onOpen(book.bookId) },
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

function downloadItem(bookId: string, { downloads, words }: MenuParts): MenuItem {
  const { list } = downloads.state.getState();
  const isUnderWay = list.some((one) => one.bookId === bookId && one.stage !== 'failed');
  return isUnderWay
    ? { text: words.stopDownload, icon: 'close', onPress: () => downloads.remove([bookId]) }
    : { text: words.download, icon: 'download', onPress: () => void downloads.add([bookId]) };
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
