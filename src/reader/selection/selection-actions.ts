// What can be done with words of a book, in the order of the menu. Each action is a line; one that needs something that
// is not there says so by itself.

import type { Strings } from '../../strings/english.ts';
import { copyText } from '../../ui/copy-text.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Reading } from '../reading.ts';
import { quotation, type Subject } from './subject.ts';

export interface SelectionAction {
  name: keyof Strings['selection']['actions'];
  icon: IconName;
  /** It keeps something beside the words. */
  keeps?: boolean;
  /** Only in books whose text can be searched. */
  searches?: boolean;
  /** Only in books that are read aloud. */
  spoken?: boolean;
  run(reading: Reading, subject: Subject): void;
}

export const selectionActions: readonly SelectionAction[] = [
  {
    name: 'thought',
    icon: 'notes',
    keeps: true,
    run: (reading, subject) => reading.features?.thinking.write(subject),
  },
  {
    name: 'dictionary',
    icon: 'book',
    run: (reading, subject) => reading.later(reading.features?.lookingUp.open(subject)),
  },
  {
    name: 'translate',
    icon: 'letters',
    run: (reading, subject) => reading.later(reading.features?.translating.open(subject)),
  },
  {
    name: 'search',
    icon: 'search',
    searches: true,
    run(reading, { words }) {
      reading.show('search');
      reading.features?.search.search(words.replace(/\s+/gu, ' ').trim().slice(0, 100));
    },
  },
  {
    name: 'copy',
    icon: 'copy',
    run(reading, { words }) {
      const { title, author, line } = reading.state.getState();
      reading.later(copyText(quotation(words, { title, author, chapter: line?.chapter ?? '' })));
      reading.marking?.unchoose();
    },
  },
  {
    name: 'listen',
    icon: 'aloud',
    spoken: true,
    run: (reading, subject) => reading.features?.narrating.beginAt(subject),
  },
  {
    name: 'share',
    icon: 'picture',
    run: (reading, subject) => reading.later(reading.features?.sharing.open(subject)),
  },
];
