// Media overlays: which phrases are read aloud, from when to when, and how the page shows them. The suite's recordings
// are not among its books here, so that what would be heard is judged by what the player is told.

import type { Phrase } from '../../../../src/book/overlay/phrase.ts';
import type { BookUnderTest } from './book-under-test.ts';
import { type Check, type Checks, judge, unsupported } from './outcome.ts';

async function phrasesOf(book: BookUnderTest, section: number): Promise<readonly Phrase[]> {
  return (await book.book.narration?.phrases(section)) ?? [];
}

/** Every phrase is on the page of its section, with a stretch of a recording. */
async function reads(book: BookUnderTest, section: number): Promise<boolean> {
  const phrases = await phrasesOf(book, section);
  await book.go(section);
  return (
    phrases.length > 0 &&
    phrases.every(({ fragment, audio }) => {
      const there = book.frames.some((frame) => frame.contentDocument?.getElementById(fragment));
      return there && audio !== undefined && (audio.end ?? Number.POSITIVE_INFINITY) > audio.begin;
    })
  );
}

/** What the phrase looks like while it is read. */
async function spoken(book: BookUnderTest, phrase: Phrase | undefined) {
  if (!phrase) return undefined;
  await book.go(phrase.section);
  book.view.setSpoken?.(phrase);
  const element = book.find(`[id="${phrase.fragment}"]`);
  return { element, css: book.css(element) };
}

const sections = (asks: string, ...numbers: number[]): Check => ({
  asks,
  look: async (book) => {
    const read: boolean[] = [];
    const counts: number[] = [];
    for (const number of numbers) {
      read.push(await reads(book, number));
      counts.push((await phrasesOf(book, number)).length);
    }
    const seen = `${counts.join(' and ')} phrases are on their pages, each with its stretch of a recording.`;
    return judge(read.every(Boolean), read.every(Boolean) ? seen : 'Phrases or their recordings are not found.');
  },
});

export const overlays: Checks = {
  'mol-css': {
    asks: 'What is read aloud is shown in the book’s own colours.',
    look: async (book) => {
      const [first, second] = await phrasesOf(book, 1);
      const now = await spoken(book, second);
      const background = now?.css.backgroundColor ?? '';
      const other = first && book.find(`[id="${first.fragment}"]`);
      const rest = other ? book.css(other).backgroundColor : '';
      const good = now?.element.classList.contains('active-item') === true && background === 'rgb(13, 146, 95)';
      return judge(good && rest !== background, `The phrase has ${background}, the ones beside it ${rest}.`);
    },
  },
  'mol-support_xhtml-fxl': sections('A fixed page is read aloud.', 1),
  'mol-support_xhtml-load': sections('One overlay reads two chapters aloud.', 1, 2),
  'mol-support_xhtml-load-next-fxl': sections('Reading goes on from page to page and from overlay to overlay.', 1, 2),
  'mol-timing-synchronization': sections('A chapter is read aloud, phrase by phrase.', 1),
  'mol-tts_single': {
    asks: 'Text without a recording is spoken by a voice of the reader.',
    look: async (book) => {
      const phrases = await phrasesOf(book, 1);
      const silent = phrases.length > 0 && phrases.every(({ audio }) => audio === undefined);
      return unsupported(silent, 'The phrase is found, and nothing speaks it: there is no recording of it.');
    },
  },
};
