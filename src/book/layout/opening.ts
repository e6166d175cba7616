// What the reader sees at once: one slot, or two fixed pages side by side; and what its turns go through: the pages of a
// chapter, or the parts of fixed pages that are shown larger than the window.

import type { Box } from '../pages/page-source.ts';
import { onPage, type Placement, partAround, screenOfSpread, screensOfPage } from '../pages/screens.ts';
import type { Unit } from './chapters.ts';
import type { SectionTarget } from './find-target.ts';
import type { Layout, Slot } from './slot.ts';

export interface OpeningFacts {
  direction: 'ltr' | 'rtl';
  /** The half of the window that a page standing alone belongs to. */
  side: 'left' | 'right' | undefined;
}

interface Point {
  x: number;
  y: number;
}

/** What is to stay in sight: of fixed pages a point, or the top of what is shown; in the page's pixels. */
export interface Held {
  unit: Unit;
  top: number;
  point?: Point;
  /** What something else stood in place of, as that could not be shown. */
  unshown?: SectionTarget | undefined;
}

export class Opening {
  /** In reading order. */
  readonly slots: readonly [Slot, ...Slot[]];
  /** Only fixed pages have them. */
  readonly #screens: Placement[][] | undefined;
  /** The window is wider than high. */
  readonly wide: boolean;
  /** What the reader went to here, where something else stands in its place. */
  unshown: SectionTarget | undefined;
  #screen = 0;

  constructor(slots: readonly [Slot, ...Slot[]], layout: Layout, facts: OpeningFacts) {
    this.slots = slots;
    this.wide = layout.size.width > layout.size.height;
    const fixed = slots.length > 1 || slots[0].shell.fixed;
    this.#screens = fixed ? screensOf(slots, layout, facts) : undefined;
  }

  /** The one that is read first; places are its. */
  get lead(): Slot {
    return this.slots[0];
  }

  /** What turns go through, and where they have come to. */
  get pages(): number {
    return this.#screens?.length ?? this.lead.shell.pages;
  }

  get page(): number {
    return this.#screens ? this.#screen : this.lead.shell.page;
  }

  get failure(): string | undefined {
    return this.slots.find((slot) => slot.failure !== undefined)?.failure;
  }

  slotOf(section: number): Slot | undefined {
    return this.slots.find((slot) => slot.unit?.section === section);
  }

  /** `around`: a point of the container; beside the pages it means nothing. `undefined` before anything is laid out. */
  hold(around?: Point): Held | undefined {
    const shown = this.#screens?.[this.#screen] ?? [];
    const placement = around && shown.find((each) => isIn(each.region, onPage(each, around.x, around.y)));
    const { unit } = (placement && this.slots[placement.page]) ?? this.lead;
    if (!unit) return undefined;
    const held = { unit, top: shown[0]?.region.y ?? 0, unshown: this.unshown };
    return placement ? { ...held, point: onPage(placement, around.x, around.y) } : held;
  }

  /** The part of fixed pages on which that stands. */
  pageOf({ unit, top, point }: Held): number {
    const screens = this.#screens ?? [];
    const slot = this.slots.findIndex((each) => each.unit?.section === unit.section);
    if (point) return partAround(screens, slot, point);
    const found = screens.findIndex(([first]) => {
      return first !== undefined && top >= first.region.y && top < first.region.y + first.region.height;
    });
    return Math.max(0, found);
  }

  /** Changes one property of each frame and nothing else. */
  turnTo(page: number): void {
    if (!this.#screens) {
      this.lead.shell.turnTo(page);
      return;
    }
    this.#screen = Math.min(Math.max(0, page), this.#screens.length - 1);
    for (const placement of this.#screens[this.#screen] ?? []) this.slots[placement.page]?.shell.placeAt(placement);
  }

  /** Pictures of the page are decoded, so that turning to it takes one frame. `seen`: slots that stay where they are. */
  async sharp(page: number, seen: readonly Slot[] = this.slots): Promise<void> {
    // Greys are made for the scale at which a fixed page stands.
    if (this.#screens && !this.slots.some((slot) => seen.includes(slot))) this.turnTo(page);
    await Promise.all(this.slots.map(({ shell }) => shell.sharp(this.#screens ? shell.page : page)));
  }

  show(visible: boolean): void {
    for (const { shell } of this.slots) shell.show(visible);
  }
}

/** Pages are numbered by their slots. */
function screensOf(slots: readonly Slot[], { size, style, pageStyle }: Layout, facts: OpeningFacts): Placement[][] {
  const { top, bottom } = style.margin;
  const area = { x: 0, y: top, width: size.width, height: Math.max(1, size.height - top - bottom) };
  const [first, second] = slots.map(({ shell }, page) => {
    const { frameSize } = shell;
    return { page, size: frameSize, shown: { x: 0, y: 0, ...frameSize } };
  });
  if (!first) return [];
  if (second) return [screenOfSpread(first, second, area, facts.direction)];
  const { side } = facts;
  if (!side) return screensOfPage(first, area, { ...pageStyle, halves: false }, facts.direction);
  const half = { ...area, width: area.width / 2, x: side === 'right' ? area.width / 2 : 0 };
  const scale = Math.min(half.width / first.size.width, half.height / first.size.height);
  const x = side === 'left' ? half.width - first.size.width * scale : half.x;
  return [[{ page: 0, region: first.shown, x, y: top + (half.height - first.size.height * scale) / 2, scale }]];
}

function isIn(region: Box, { x, y }: Point): boolean {
  return x >= region.x && x < region.x + region.width && y >= region.y && y < region.y + region.height;
}
