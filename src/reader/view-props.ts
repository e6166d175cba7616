// What the reader's view is given, and hands to every panel and overlay.

import type { StoreApi } from 'zustand/vanilla';
import type { Light } from '../../api/panel.ts';
import type { Features } from './features.ts';
import type { Reading } from './reading.ts';

/** The lights in front of the panel, where there are any. */
export interface ReaderLights {
  state: StoreApi<{ lights: readonly Light[] }>;
  readLights(): Promise<void>;
  setLight(name: string, percent: number): Promise<void>;
}

export interface ReaderViewProps {
  reading: Reading;
  lights: ReaderLights;
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
