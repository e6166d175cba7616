// The frames of one view: finds those that hold what is wanted, and loads what none holds into ones that nobody sees.

import { BookError } from '../book.ts';
import type { Pace } from '../pace.ts';
import type { Chapters, Unit } from './chapters.ts';
import { type Layout, Slot, sameUnit } from './slot.ts';

export interface SlotsParts {
  container: HTMLElement;
  chapters: Chapters;
  layout(): Layout;
  /** Seen now, and not to be touched. */
  shown(): readonly Slot[];
  /** Most slots that may stand: three times what is seen at once. */
  most(): number;
  made(slot: Slot): void;
  loaded(slot: Slot): void;
  /** Throws once the view is closed. */
  assertOpen(): void;
}

export type SomeSlots = readonly [Slot, ...Slot[]];

/** How something is wanted: in idle time with a pace, else by somebody who waits for it, perhaps not to the end. */
export interface Wanted {
  pace?: Pace;
  waited?: () => boolean;
}

export class Slots {
  readonly all: Slot[] = [];
  readonly #parts: SlotsParts;

  constructor(parts: SlotsParts) {
    this.#parts = parts;
  }

  /** Those with a chapter in them; none once the container has left the page, however soon the view is closed then. */
  get laidOut(): Slot[] {
    return this.all.filter(({ shell }) => shell.text !== undefined && shell.frame.contentDocument !== null);
  }

  /** Makes one before it is needed: its frame takes a while to stand. */
  add(): Slot {
    const { container, chapters, loaded, made } = this.#parts;
    const slot = new Slot(container, chapters, loaded);
    this.all.push(slot);
    made(slot);
    return slot;
  }

  /**
   * Slots that hold the units, ready to be shown; `kept` stay where they are if there is room. With a pace, in idle time,
   * and `undefined` when something more urgent took the room; so it is where nobody waits any longer.
   */
  async ready(units: readonly Unit[], kept: readonly Unit[], wanted: Wanted = {}): Promise<SomeSlots | undefined> {
    const { pace, waited = () => true } = wanted;
    for (;;) {
      const layout = this.#parts.layout();
      const seen = this.#parts.shown();
      for (const slot of this.all) if (!seen.includes(slot)) slot.giveUpOther(layout);
      const slots: Slot[] = [];
      for (const unit of units) slots.push(this.#holding(unit, layout) ?? this.#load(unit, { kept, slots, pace }));
      if (!pace) for (const slot of slots) slot.hurry();
      const states = await Promise.all(slots.map((slot) => slot.ready));
      this.#parts.assertOpen();
      // Frames went with the container, before anybody closed the view: asked again, they would say the same without end.
      if (!this.#parts.container.isConnected) throw new BookError('unsupported', 'The book is no longer shown.');
      const now = this.#parts.layout();
      const hold = units.every((unit, n) => states[n] !== 'overtaken' && slots[n]?.holds(unit, now));
      if (hold) return slots as unknown as SomeSlots;
      if (pace || !waited()) return undefined;
    }
  }

  #holding(unit: Unit, layout: Layout): Slot | undefined {
    return this.all.find((slot) => slot.holds(unit, layout));
  }

  #load(unit: Unit, { kept, slots, pace }: { kept: readonly Unit[]; slots: Slot[]; pace: Pace | undefined }): Slot {
    const seen = this.#parts.shown();
    const unseen = this.all.filter((slot) => !seen.includes(slot) && !slots.includes(slot));
    const free = unseen.find((slot) => !kept.some((other) => sameUnit(slot.unit, other)));
    const slot = free ?? (this.all.length < this.#parts.most() ? this.add() : (unseen[0] ?? this.add()));
    // Its outcome is asked of `ready`.
    void slot.load(unit, this.#parts.layout(), pace);
    return slot;
  }
}
