// What the reader's view is given, and hands to every panel and overlay.

import type { Reading } from './reading.ts';

export interface ReaderViewProps {
  reading: Reading;
  /** Leaves the book. */
  onLeave: () => void;
  onNotes: () => void;
  onSignIn: () => void;
  onOpenOutside: (url: string) => void;
}
