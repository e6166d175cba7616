// What the pages of the open book are laid out with. The settings say already what comes next, and the window may have
// another size by now.

import type { BookView, ReadingStyle } from '../../book/book.ts';
import type { ReadingSettings } from '../../db/settings/reading-settings.ts';
import type { ReadingParts } from '../reading-parts.ts';
import type { ReadingState } from '../reading-state.ts';
import { type PageRoom, readingStyle } from './reading-style.ts';

type Settings = Pick<ReadingParts['settings'], 'reading' | 'own' | 'fonts'>;

interface Laid {
  settings: ReadingSettings;
  room: PageRoom;
  style: ReadingStyle;
}

export class LaidOut {
  readonly #settings: Settings;
  readonly #room: () => PageRoom;
  #laid: Laid | undefined;

  constructor(settings: Settings, room: () => PageRoom) {
    this.#settings = settings;
    this.#room = room;
  }

  /** The style as it is to be by now; whoever asks lays pages out with it. */
  take(): ReadingStyle {
    const settings = this.#settings.reading();
    const room = this.#room();
    const style = readingStyle(settings, room, this.#settings.fonts());
    this.#laid = { settings, room, style };
    return style;
  }

  /** Whether pages are laid out as the settings say, for the room that there is. */
  fits(room = this.#room()): boolean {
    return this.#isFor(room) && isSame(this.settings, this.#settings.reading());
  }

  /** Lays the page out as it is to be by now; nothing where it is. */
  async renew(view: BookView): Promise<void> {
    const room = this.#room();
    if (this.fits(room)) return;
    await (this.#isFor(room) ? view.setStyle(this.take()) : view.resize(this.take()));
  }

  /** Along with the page. */
  shown(): Pick<ReadingState, 'style' | 'ownStyle' | 'side'> {
    return { style: this.settings, ownStyle: this.#settings.own(), side: this.style.margin.left };
  }

  /** Before anything is laid out, what it would be. */
  get settings(): ReadingSettings {
    return this.#laid?.settings ?? this.#settings.reading();
  }

  get style(): ReadingStyle {
    return this.#laid?.style ?? this.take();
  }

  #isFor(room: PageRoom): boolean {
    return this.#laid !== undefined && isSame(this.#laid.room, room);
  }
}

function isSame<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);
}
