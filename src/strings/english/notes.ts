// English: the words of the notes.

import { plural } from './counting.ts';

export const notes = {
  title: 'Notes',
  none: 'No notes yet. Select words in a book to mark them.',
  noneInBook: 'No notes in this book yet.',
  noneOfKind: 'No notes of this kind.',
  count: (count: number) => plural(count, 'note', 'notes'),
  filter: 'Show',
  filters: {
    all: 'All',
    line: 'Underlined',
    wave: 'Wavy',
    marker: 'Marked',
    thought: 'Thoughts',
    bookmark: 'Bookmarks',
  },
  unplaced: 'Not found in this version of the book',
  bookmark: 'Bookmark',
  chapter: (uid: number) => `Section ${uid}`,
  open: 'Open in the book',
  delete: 'Delete',
  copy: 'Copy',
  copyAll: 'Copy all as Markdown',
  copied: 'Copied',
  copyFailed: 'Copying is not possible here.',
  menuOf: 'What to do with this note',
};
