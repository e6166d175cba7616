// Media overlays: text that is read aloud.

import { type Check, type Checks, unsupported } from './outcome.ts';

/** The text is there to read, as a reader without overlays has to show it. */
const silent = (asks: string): Check => ({
  asks,
  look: async (book) => {
    await book.go(1);
    return unsupported(book.text.includes('Call'), 'The text is shown; nothing reads it aloud.');
  },
});

export const overlays: Checks = {
  'mol-css': silent('What is read aloud is shown in the book’s own colours.'),
  'mol-support_xhtml-fxl': silent('A fixed page is read aloud.'),
  'mol-support_xhtml-load': silent('One overlay reads two chapters aloud.'),
  'mol-support_xhtml-load-next-fxl': silent('Reading aloud goes on from page to page and from overlay to overlay.'),
  'mol-timing-synchronization': silent('A chapter is read aloud.'),
  'mol-tts_single': silent('Text without a recording is spoken.'),
};
