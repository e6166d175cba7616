// English: the words of what is kept on the device, and of downloads.

import { plural } from './counting.ts';

export const storage = {
  title: 'Storage',
  books: 'Books',
  bookCount: (count: number) => plural(count, 'book', 'books'),
  originals: 'Originals shown as pages',
  fonts: 'Fonts of your own',
  dictionaries: 'Dictionaries',
  pictures: 'Covers and pictures',
  left: 'Left for more',
  unknown: 'Not known',
  megabytes: (amount: string) => `${amount} MB`,
  gigabytes: (amount: string) => `${amount} GB`,
  full: 'On a full device, the files of books that were not opened for long make room for new ones. Notes are never cleared.',
  kept: 'The system clears nothing here',
  mayBeCleared: 'The system may clear what is here',
  freeable: { finished: 'Finished books', unread: 'Not read for three months' },
  none: 'None',
  facts: (count: number, amount: string) => `${plural(count, 'book', 'books')}, ${amount}`,
  free: 'Free…',
  freeAsk: (amount: string) => `Free ${amount}?`,
  freeNote: (count: number) =>
    count === 1
      ? 'The file of one book leaves this device. The book stays on the shelf with your notes and your place, and is fetched again when it is opened.'
      : `The files of ${count} books leave this device. The books stay on the shelf with your notes and places, and are fetched again when they are opened.`,
  freeDo: 'Free',
  download: 'Download',
  stopDownload: 'Stop the download',
  downloads: 'Downloads',
  noDownloads: 'Nothing is being downloaded.',
  downloading: (count: number) => `Downloading ${count}`,
  notDownloaded: (count: number) => `${count} not downloaded`,
  stage: { waiting: 'Waiting', running: 'Downloading', failed: 'Not downloaded' },
  stopAll: 'Stop all',
  again: 'Try again',
};
