// What looking at one book of the W3C's suite came to.

import type { BookUnderTest } from './book-under-test.ts';

export interface Outcome {
  /** `unsupported`: the suite allows a reading system not to do it, and this one does not. */
  result: 'pass' | 'wrong' | 'unsupported';
  /** What was seen, in a sentence. */
  seen: string;
}

export interface Check {
  /** What the book asks for, in our words. */
  asks: string;
  look(book: BookUnderTest): Outcome | Promise<Outcome>;
}

/** Checks by the test's name. */
export type Checks = Readonly<Record<string, Check>>;

export const judge = (good: boolean, seen: string): Outcome => ({ result: good ? 'pass' : 'wrong', seen });

/** What the reader does not do, as long as it fails in the way that is meant; `expected` says whether it does. */
export const unsupported = (expected: boolean, seen: string): Outcome => ({
  result: expected ? 'unsupported' : 'wrong',
  seen,
});
