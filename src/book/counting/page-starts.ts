// Where the pages of a book begin in its chapters' texts, and the places that its contents name: what tells on which
// page any place of a book stands without laying it out again. Knows nothing of how many pages come before.

import type { Unit } from '../layout/chapters.ts';
import { namedIn, offsetsOf } from '../layout/named-places.ts';
import { startOfPage } from '../layout/page-map.ts';
import type { Shell } from '../layout/shell.ts';
import type { Pace } from '../pace.ts';
import type { Publication } from '../package/publication.ts';
import type { KeptPages } from './kept-pages.ts';

export interface MeasuredPlaces {
  /** Offset of the first character of each page; of one without text, that of the next. */
  starts: readonly number[];
  /** Addresses in this section that the book's own lists name, and where they begin. */
  named: readonly (readonly [href: string, offset: number])[];
}

/** Of what is laid out, in spare time. */
export async function measurePlaces(
  shell: Shell,
  { section }: Unit,
  publication: Publication,
  pace: Pace,
): Promise<MeasuredPlaces> {
  const { text, piece } = shell;
  if (!text) return { starts: [], named: [] };
  const starts = [text.base];
  for (let page = 1; page < shell.pages; page++) {
    await pace.rest();
    starts.push(startOfPage(shell, page, starts.at(-1) ?? text.base));
  }
  return { starts, named: [...(piece?.named ?? offsetsOf(namedIn(publication, section), text))] };
}

/** Of a section that is one page whatever it holds. */
export function onePage(publication: Publication, section: number): MeasuredPlaces {
  return { starts: [0], named: namedIn(publication, section).map((href) => [href, 0] as const) };
}

export class PageStarts {
  /** Of each section's pieces. */
  #starts: (readonly number[] | undefined)[][] = [];
  /** They are the same in every layout. */
  readonly #named = new Map<string, number>();

  begin(kept?: KeptPages): void {
    this.#starts = kept?.starts.map((pieces) => pieces.map((starts) => starts ?? undefined)) ?? [];
    for (const [href, offset] of kept?.named ?? []) this.#named.set(href, offset);
  }

  learn({ section, piece }: Unit, { starts, named }: MeasuredPlaces): void {
    const pieces = this.#starts[section] ?? [];
    pieces[piece] = starts;
    this.#starts[section] = pieces;
    for (const [href, offset] of named) this.#named.set(href, offset);
  }

  /** Its pages are others than they were. */
  forget({ section, piece }: Unit): void {
    delete this.#starts[section]?.[piece];
  }

  has({ section, piece }: Unit): boolean {
    return this.#starts[section]?.[piece] !== undefined;
  }

  /** Offset of the page's first character; of what is measured. */
  startOf({ section, piece }: Unit, page: number): number | undefined {
    return this.#starts[section]?.[piece]?.[page];
  }

  offsetOf(href: string): number | undefined {
    return this.#named.get(href);
  }

  /** Page of the section, from 0; `pages`: how many its pieces have. `undefined` where not all of it was measured. */
  pageOf(section: number, offset: number, pages: readonly number[]): number | undefined {
    let before = 0;
    let found: number | undefined;
    for (const [piece, count] of pages.entries()) {
      const starts = this.#starts[section]?.[piece];
      if (starts?.length !== count) return undefined;
      const page = starts.findLastIndex((start) => start <= offset);
      if (page >= 0) found = before + page;
      before += count;
    }
    return found;
  }

  kept(sections: number): Pick<KeptPages, 'starts' | 'named'> {
    const starts = Array.from({ length: sections }, (_, section) =>
      Array.from(this.#starts[section] ?? [], (piece) => (piece ? [...piece] : null)),
    );
    return { starts, named: [...this.#named] };
  }
}
