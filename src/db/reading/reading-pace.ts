// How fast a book is read on this device, as it was really read.

import { type Setting, setting } from '../settings/settings.ts';

export interface PaceFacts {
  /** Characters that were read in so many seconds, over so many turns of the page; older ones count ever less. */
  characters: number;
  seconds: number;
  turns: number;
  /** The same where pages are drawn as they are, in which a book may be read as well. Older clients know nothing of it. */
  pages?: { read: number; seconds: number; turns: number };
}

export function readingPace(bookId: string): Setting<PaceFacts> {
  return setting<PaceFacts>(`pace/${bookId}`, { characters: 0, seconds: 0, turns: 0 });
}
