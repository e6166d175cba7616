// The order of screens in a book of drawn pages: which pages stand together, what is shown of them, and what comes
// before and after. Knows no elements.

import type { ReadingStyle } from '../book.ts';
import type { PageSize } from '../styles/page-style.ts';
import type { PageFit } from './page-fit.ts';
import type { PagePoint } from './page-place.ts';
import type { PageSource } from './page-source.ts';
import type { PageStyle } from './page-style.ts';
import { type Area, isWide, type Placement, partAround, screenAt, screenOfSpread, screensOfPage } from './screens.ts';

/** A screen: the first of its pages, and the part of it. */
export interface Spot {
  page: number;
  part: number;
}

export interface SequenceLayout {
  size: PageSize;
  margin: ReadingStyle['margin'];
  style: PageStyle;
}

/** CSS pixels beside a page. */
const side = 6;

export class PageSequence {
  readonly #source: PageSource;
  readonly #fit: PageFit;
  readonly #direction: 'ltr' | 'rtl';
  readonly #screens = new Map<number, Promise<Placement[][]>>();
  #layout: SequenceLayout;

  constructor(source: PageSource, fit: PageFit, direction: 'ltr' | 'rtl', layout: SequenceLayout) {
    this.#source = source;
    this.#fit = fit;
    this.#direction = direction;
    this.#layout = layout;
  }

  get layout(): SequenceLayout {
    return this.#layout;
  }

  set layout(layout: SequenceLayout) {
    this.#layout = layout;
    this.#screens.clear();
  }

  /** Pages that are shown together with one, in reading order. */
  async together(page: number): Promise<number[]> {
    if (!this.#inSpreads || page === 0) return [page];
    const first = page % 2 === 1 ? page : page - 1;
    if (first + 1 >= this.#source.count) return [page];
    const sizes = await Promise.all([this.#sizeOf(first), this.#sizeOf(first + 1)]);
    return sizes.some((size) => !size || isWide(size)) ? [page] : [first, first + 1];
  }

  /** The screens of a page and those shown together with it. */
  async screens(page: number): Promise<Placement[][]> {
    const known = this.#screens.get(page);
    if (known) return known;
    const made = this.#makeScreens(page);
    this.#screens.set(page, made);
    return made;
  }

  async spotOf({ page, ...where }: PagePoint): Promise<Spot> {
    const first = await this.#firstBeside(page);
    return { page: first, part: screenAt(await this.screens(first), page, where) };
  }

  /** In whose middle a point stands most; in the page's units. */
  async spotAround(page: number, point: { x: number; y: number }): Promise<Spot> {
    const first = await this.#firstBeside(page);
    return { page: first, part: partAround(await this.screens(first), page, point) };
  }

  async #firstBeside(page: number): Promise<number> {
    return (await this.together(page))[0] ?? page;
  }

  async neighbour({ page, part }: Spot, direction: 1 | -1): Promise<Spot | undefined> {
    const screens = await this.screens(page);
    const beside = part + direction;
    if (beside >= 0 && beside < screens.length) return { page, part: beside };
    const pages = await this.together(page);
    const other = direction > 0 ? (pages.at(-1) ?? page) + 1 : (pages[0] ?? page) - 1;
    if (other < 0 || other >= this.#source.count) return undefined;
    const first = await this.#firstBeside(other);
    return { page: first, part: direction > 0 ? 0 : (await this.screens(first)).length - 1 };
  }

  get #inSpreads(): boolean {
    const { style, size } = this.#layout;
    return style.spread === 'auto' && style.fit === 'page' && style.zoom === 1 && size.width > size.height * 1.1;
  }

  get #area(): Area {
    const { size, margin } = this.#layout;
    // A page has margins of its own; only the lines above and below it, which are equally high, need room.
    const top = margin.top < margin.bottom ? side : margin.top;
    return {
      x: side,
      y: top,
      width: Math.max(1, size.width - 2 * side),
      height: Math.max(1, size.height - top - margin.bottom),
    };
  }

  async #makeScreens(page: number): Promise<Placement[][]> {
    const { style } = this.#layout;
    const pages = await this.together(page);
    try {
      const [first, second] = await Promise.all(pages.map((each) => this.#fit.fit(each, style.crop)));
      if (!first) return [[]];
      if (second) return [screenOfSpread(first, second, this.#area, this.#direction)];
      return screensOfPage(first, this.#area, style, this.#direction);
    } catch {
      // Its size is not known, so a screen of its own says why it cannot be drawn.
      const { width, height, x, y } = this.#area;
      return [[{ page, region: { x: 0, y: 0, width, height }, x, y, scale: 1 }]];
    }
  }

  /** Undefined for a page that cannot be read. */
  async #sizeOf(page: number): Promise<PageSize | undefined> {
    try {
      return await this.#source.size(page);
    } catch (error) {
      console.warn(`The size of page ${page + 1} cannot be read.`, error);
      return undefined;
    }
  }
}
