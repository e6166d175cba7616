// What the reader's view is given, and hands to every panel and overlay.

import type { Features } from './features.ts';
import type { Reading } from './reading.ts';

export interface ReaderViewProps {
  reading: Reading;
  /** Leaves the book. */
  onLeave: () => void;
  onNotes: () => void;
  onSignIn: () => void;
  /** To the dictionaries and the translation service in the settings. */
  onWords: () => void;
  onOpenOutside: (url: string) => void;
}

/** For what is shown over the page of an open book. */
export interface OverlayProps extends ReaderViewProps {
  features: Features;
}
