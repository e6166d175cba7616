// What an open book needs of the application around it.

import type { Database } from '../db/database.ts';
import type { ControlSettings } from '../db/settings/control-settings.ts';
import type { ReadingSettings } from '../db/settings/reading-settings.ts';
import type { Intend } from '../screen/intents.ts';
import type { OthersService } from './popular/others.ts';
import type { OwnFamily } from './turning/reading-style.ts';

export interface ReadingParts {
  database: Database;
  bookId: string;
  deviceId: string;
  /** Opened from a mark or a link: this place, not the last one. */
  at?: { chapterUid: number; offset: number; cfi?: string; quote?: string };
  /** The service has the book's file. */
  canFetch: boolean;
  settings: {
    reading(): ReadingSettings;
    /** Stores the change: for this book where it has settings of its own, else for all. */
    change(change: Partial<ReadingSettings>): Promise<void>;
    /** The book has settings of its own. */
    own(): boolean;
    setOwn(own: boolean): Promise<void>;
    /** Back to how text is set before anything is chosen. */
    reset(): Promise<void>;
    /** The reader's own fonts. */
    fonts(): readonly OwnFamily[];
    controls(): Pick<ControlSettings, 'taps' | 'swipes'>;
  };
  /** Reads the book's places and marks from the service; resolves either way. */
  syncBook: () => Promise<void>;
  /** Absent without an account. */
  others: () => OthersService | undefined;
  /** Saves a PNG where the reader's pictures are, and says where. Rejects with an AppError. */
  savePicture: (name: string, png: Uint8Array<ArrayBuffer>) => Promise<{ path: string }>;
  /** Asks the reader's translation service; into the reader's language. Rejects with an AppError. */
  translate: (asked: { text: string; from: string }) => Promise<string>;
  /** Something was recorded and waits to be sent. */
  onChange: () => void;
  /** Charge of the device's battery, 0–100; `undefined` without one. */
  battery?: (() => number | undefined) | undefined;
  intend: Intend;
  /** The reader's hand is in a frame of the book, where nobody else hears of it. */
  hand: (sign: 'down' | 'moved' | 'lifted' | 'key') => void;
  report: (error: unknown) => void;
  /** Milliseconds that run evenly. */
  clock?: () => number;
  /** Unix seconds. */
  now?: () => number;
}
