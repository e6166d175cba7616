// English, and with it the shape of every language's table. Sentences say what to do; numbers go in by function.

import type { ErrorCode } from '../../api/errors.ts';
import { account } from './english/account.ts';
import { type BookPages, bookPages } from './english/book-pages.ts';
import { bookSearch } from './english/book-search.ts';
import { device } from './english/device.ts';
import { dictionary } from './english/dictionary.ts';
import { drawnPages } from './english/drawn-pages.ts';
import { footer } from './english/footer.ts';
import { footnotes } from './english/footnotes.ts';
import { goTo } from './english/go-to.ts';
import { imports } from './english/imports.ts';
import { keyHelp } from './english/key-help.ts';
import { narration } from './english/narration.ts';
import { navigation } from './english/navigation.ts';
import { network } from './english/network.ts';
import { notes } from './english/notes.ts';
import { pictures } from './english/pictures.ts';
import { reader } from './english/reader.ts';
import { selection } from './english/selection.ts';
import { settings } from './english/settings.ts';
import { share } from './english/share.ts';
import { shelf } from './english/shelf.ts';
import { signIn } from './english/sign-in.ts';
import { storage } from './english/storage.ts';
import { sync } from './english/sync.ts';
import { thoughts } from './english/thoughts.ts';
import { translation } from './english/translation.ts';
import { typography } from './english/typography.ts';

export const english = {
  close: 'Close',
  unkept: {
    title: 'This was not kept',
    text: 'The device’s storage does not take it. Free some space, then try again.',
  },
  cancel: 'Cancel',
  back: 'Back',
  done: 'Done',
  pages: {
    previous: 'Previous page',
    next: 'Next page',
    position: (page: number, pages: number) => `${page} / ${pages}`,
  },
  signIn,
  shelf,
  imports,
  sync,
  account,
  settings,
  storage,
  typography,
  device,
  reader,
  notes,
  drawnPages,
  narration,
  footnotes,
  selection,
  thoughts,
  dictionary,
  share,
  translation,
  bookPages: bookPages as BookPages | undefined,
  bookSearch,
  keyHelp,
  pictures,
  footer,
  navigation,
  network,
  goTo,
  errors: {} as Partial<Record<ErrorCode, string>>,
  heldUp: {
    title: 'A book held the reader up',
    text: (title: string) =>
      `“${title}” did not answer any more, and the reader had to begin again. Your place and your notes are kept.`,
  },
  problem: {
    title: 'Something went wrong',
    text: 'This page could not be shown. Your books and notes are safe.',
    reload: 'Start again',
  },
};

export type Strings = typeof english;
