// Makes openings of the book: which units are shown together, in which slots, and what comes before and after.

import { givenUp } from '../crossings.ts';
import type { Chapters, Unit } from './chapters.ts';
import { Opening } from './opening.ts';
import { type Layout, type Slot, sameUnit } from './slot.ts';
import type { Slots, SomeSlots, Wanted } from './slots.ts';
import { findSpreads, type Together } from './spreads.ts';

export interface OpeningsParts {
  chapters: Chapters;
  slots: Slots;
  layout(): Layout;
  shown(): readonly Slot[];
  /** Something that the reader asked for runs or waits. */
  busy(): boolean;
}

export class Openings {
  readonly #parts: OpeningsParts;
  #spreads: Together[] = [];
  #version: number | undefined;

  constructor(parts: OpeningsParts) {
    this.#parts = parts;
  }

  /** Some pages stand side by side. */
  get spread(): boolean {
    return this.#found().some(({ sections }) => sections.length > 1);
  }

  /** The opening that a unit is seen in, ready to be shown. */
  async with(unit: Unit): Promise<Opening> {
    const units = this.#together(unit);
    const slots = await this.#parts.slots.ready(units, this.#knownBeside(units, 1));
    if (!slots) throw new Error('Slots that are waited for are always made ready.');
    return this.#make(slots);
  }

  /**
   * The opening that a turn over the edge of what is shown comes to, ready to be shown; `undefined` at the book's ends,
   * and where the turn is given up before it is there. What loads then goes on for whoever comes next.
   */
  async across(direction: 1 | -1, given: AbortSignal): Promise<Opening | undefined> {
    let waited = true;
    const sharp = async () => {
      const opening = await this.beside(direction, { waited: () => waited });
      await opening?.sharp(opening.page);
      return opening;
    };
    try {
      return await Promise.race([sharp(), givenUp(given)]);
    } finally {
      waited = false;
    }
  }

  /**
   * The same, turned to the edge, with pictures that may have to be decoded. With a pace, in idle time, and `undefined`
   * too when something more urgent came between; without one, when it is waited for no longer.
   */
  async beside(direction: 1 | -1, wanted: Wanted): Promise<Opening | undefined> {
    const { pace, waited = () => true } = wanted;
    const shown = this.#parts.shown();
    const here = shown.flatMap(({ unit }) => unit ?? []);
    const edge = here.at(direction > 0 ? -1 : 0);
    const unit = edge && (await this.#parts.chapters.neighbour(edge, direction, pace));
    if (!unit || !waited()) return undefined;
    // Whatever the reader went to meanwhile, or is going to, has the room.
    if (pace && (this.#parts.busy() || this.#parts.shown() !== shown)) return undefined;
    const units = this.#together(unit);
    // Only what is known: nobody waits for one side on account of the other.
    const slots = await this.#parts.slots.ready(units, this.#knownBeside(here, direction > 0 ? -1 : 1), wanted);
    if (!slots || !waited()) return undefined;
    // A chapter that failed and then came has pieces that nobody knew of: its last one stands before this page.
    if (!sameUnit(this.#parts.chapters.knownNeighbour(edge, direction), unit)) {
      return this.#parts.shown() === shown ? this.beside(direction, wanted) : undefined;
    }
    const opening = this.#make(slots);
    // What the reader has come to meanwhile is not to be moved.
    if (this.#parts.shown().some((slot) => slots.includes(slot))) return undefined;
    opening.turnTo(direction > 0 ? 0 : opening.pages - 1);
    return opening;
  }

  #make(slots: SomeSlots): Opening {
    const { chapters, layout } = this.#parts;
    const side = this.#found()[slots[0].unit?.section ?? 0]?.side;
    return new Opening(slots, layout(), { direction: chapters.publication.facts.direction, side });
  }

  /** In reading order. */
  #together(unit: Unit): Unit[] {
    const sections = this.#found()[unit.section]?.sections ?? [];
    return sections.length > 1 ? sections.map((section) => ({ section, piece: 0 })) : [unit];
  }

  #knownBeside(units: readonly Unit[], direction: 1 | -1): Unit[] {
    const edge = units.at(direction > 0 ? -1 : 0);
    const unit = edge && this.#parts.chapters.knownNeighbour(edge, direction);
    return unit ? this.#together(unit) : [];
  }

  #found(): readonly Together[] {
    const { size, pageStyle, version } = this.#parts.layout();
    if (version === this.#version) return this.#spreads;
    const { spine, facts } = this.#parts.chapters.publication;
    const whole = pageStyle.spread === 'auto' && pageStyle.fit === 'page' && pageStyle.zoom === 1;
    const items = whole ? spine : spine.map((item) => ({ ...item, spread: 'none' as const }));
    this.#spreads = findSpreads(items, { wide: size.width > size.height, direction: facts.direction });
    this.#version = version;
    return this.#spreads;
  }
}
