// Hands out sections ready to lay out, whole or in pieces, each within a time limit. Knows nothing of frames.

import { BookError } from '../book.ts';
import type { SectionCounts } from '../counting/section-counts.ts';
import type { Pace } from '../pace.ts';
import type { Publication } from '../package/publication.ts';
import type { Resources } from '../package/resources.ts';
import { type PreparedSection, prepareSection } from '../preparing/prepare-section.ts';
import { copyPiece, type Piece, pieceAt } from '../preparing/split-section.ts';
import { ChapterText } from '../text/chapter-text.ts';
import { fragmentOf, namedIn, offsetsOf } from './named-places.ts';
import type { ShellContent } from './shell.ts';

/** What one shell holds: a section, or a piece of a long one. */
export interface Unit {
  section: number;
  piece: number;
}

/** Long sections whose whole document is kept while their pieces are read. */
const wholesKept = 2;
const preparedKept = 4;

export class Chapters {
  readonly publication: Publication;
  readonly counts: SectionCounts;
  readonly limit: number;
  readonly #resources: Resources;
  readonly #prepared = new Map<number, Promise<PreparedSection>>();
  readonly #paces = new Map<number, Pace>();
  /** Of every section that was prepared before, also where it is to be prepared again. */
  readonly #pieces = new Map<number, readonly Pick<Piece, 'start'>[]>();
  /** Sections whose pieces could not be counted. */
  readonly #failed = new Set<number>();
  /** Sections that somebody waits for to lay them out. */
  readonly #asked = new WeakSet<Promise<PreparedSection>>();
  /** Sections whose elements somebody else holds, or is about to. */
  readonly #lent = new WeakSet<Promise<PreparedSection>>();
  readonly #named = new Map<number, ReadonlyMap<string, number>>();

  constructor(publication: Publication, resources: Resources, counts: SectionCounts, limit: number) {
    this.publication = publication;
    this.counts = counts;
    this.limit = limit;
    this.#resources = resources;
  }

  /** Rejects with `BookError` when the section is missing, broken or takes too long. With a pace, in idle time. */
  prepare(section: number, pace?: Pace): Promise<PreparedSection> {
    const known = this.#prepared.get(section);
    const first = this.#paces.get(section);
    if (!pace) first?.hurry();
    // Whoever asked first may be in no hurry, or be held; the one who is hurried later waits for the same.
    else if (known && first) void pace.whenHurried.then(() => first.hurry());
    if (known) return known;
    const prepared = this.#prepareNow(section, pace);
    this.#prepared.set(section, prepared);
    if (pace) this.#paces.set(section, pace);
    // Whoever asked is told; the next to ask tries again.
    prepared
      .catch(() => this.#forgetOne(section, prepared))
      .finally(() => {
        if (this.#paces.get(section) === pace) this.#paces.delete(section);
      });
    // Asked for and then not laid out, as the reader went elsewhere.
    for (const old of [...this.#prepared.keys()].slice(0, -preparedKept)) this.#prepared.delete(old);
    return prepared;
  }

  /** What a shell needs to lay the unit out. A whole section is handed out once and then prepared anew. */
  async content(unit: Unit, pace?: Pace): Promise<ShellContent> {
    const asked = this.prepare(unit.section, pace);
    // Elements stand in one document only: of several who wait for the same ones, each has its own.
    if (this.#asked.has(asked)) this.#lent.add(asked);
    this.#asked.add(asked);
    const prepared = await asked;
    const piece = prepared.pieces[unit.piece];
    const { fixedSize } = prepared;
    const { language } = this.publication.facts;
    if (prepared.pieces.length === 1 || !piece) {
      this.#prepared.delete(unit.section);
      const { document: own } = prepared;
      const document = this.#lent.has(asked) ? (own.cloneNode(true) as Document) : own;
      return { document, textStart: 0, fixedSize, language };
    }
    this.#keepWhole(unit.section, prepared);
    const document = copyPiece(prepared.document, prepared.pieces, unit.piece);
    return {
      document,
      textStart: piece.start,
      fixedSize,
      language,
      piece: { named: this.#namedIn(unit.section, prepared) },
    };
  }

  /** The section's document for whoever takes something out of it; it stays as it is. Rejects as `prepare` does. */
  async lend(section: number): Promise<Document> {
    const asked = this.prepare(section);
    // Whoever waits for the same section may be the first to have it.
    this.#lent.add(asked);
    return (await asked).document;
  }

  /** Chapters are prepared anew from now on. */
  forget(): void {
    this.#prepared.clear();
    this.#failed.clear();
  }

  /** It is long, and stays prepared while its pieces are handed out. */
  keepsWhole(section: number): boolean {
    return this.#prepared.has(section) && this.knownPieces(section) > 1;
  }

  /** Pieces of a section, 1 when it cannot be prepared. Asks for the section if it has to. */
  async pieceCount(section: number, pace?: Pace): Promise<number> {
    const known = this.#pieces.get(section);
    if (known) return known.length;
    try {
      return (await this.prepare(section, pace)).pieces.length;
    } catch {
      this.#failed.add(section);
      // Its error page is one piece.
      return 1;
    }
  }

  /** Pieces of a section that has been prepared before. */
  knownPieces(section: number): number {
    return this.#pieces.get(section)?.length ?? 1;
  }

  /** The one of them that holds the offset. */
  knownPieceAt(section: number, offset: number): number {
    return pieceAt(this.#pieces.get(section) ?? [{ start: 0 }], offset);
  }

  /** Where the book's own lists name that place, as far as the section has been laid out before. */
  knownOffset(section: number, fragment: string): number | undefined {
    const named = [...(this.#named.get(section) ?? [])];
    return named.find(([href]) => fragmentOf(href) === fragment)?.[1];
  }

  /**
   * The unit before or after one that was laid out, in reading order without the sections that are out of line. Asks for
   * the section before, whose last piece has to be known; with a pace, in idle time.
   */
  async neighbour(unit: Unit, direction: 1 | -1, pace?: Pace): Promise<Unit | undefined> {
    const before = unit.piece + direction < 0 ? this.neighbourSection(unit.section, direction) : undefined;
    // One that has failed is asked for where it is to be shown, and not each time that it is beside the page.
    if (before !== undefined && !this.#failed.has(before)) await this.pieceCount(before, pace);
    return this.knownNeighbour(unit, direction);
  }

  /** The same by the pieces that are known: a section that was never prepared is taken to be one. */
  knownNeighbour(unit: Unit, direction: 1 | -1): Unit | undefined {
    const piece = unit.piece + direction;
    if (piece >= 0 && piece < this.knownPieces(unit.section)) return { section: unit.section, piece };
    const section = this.neighbourSection(unit.section, direction);
    if (section === undefined) return undefined;
    return { section, piece: direction > 0 ? 0 : this.knownPieces(section) - 1 };
  }

  /** Where reading begins. */
  firstSection(): number {
    const { spine } = this.publication;
    return Math.max(
      0,
      spine.findIndex((item) => item.linear),
    );
  }

  neighbourSection(section: number, direction: 1 | -1): number | undefined {
    const { spine } = this.publication;
    for (let n = section + direction; n >= 0 && n < spine.length; n += direction) if (spine[n]?.linear) return n;
    return undefined;
  }

  /** Not what has been prepared in its place since. */
  #forgetOne(section: number, prepared: Promise<PreparedSection>): void {
    if (this.#prepared.get(section) === prepared) this.#prepared.delete(section);
  }

  #namedIn(section: number, { document }: PreparedSection): ReadonlyMap<string, number> {
    const known = this.#named.get(section);
    if (known) return known;
    const hrefs = namedIn(this.publication, section);
    const found = hrefs.length > 0 ? offsetsOf(hrefs, new ChapterText(document.body)) : new Map<string, number>();
    this.#named.set(section, found);
    return found;
  }

  #keepWhole(section: number, prepared: PreparedSection): void {
    this.#prepared.delete(section);
    this.#prepared.set(section, Promise.resolve(prepared));
    for (const old of [...this.#prepared.keys()].slice(0, -wholesKept)) this.#prepared.delete(old);
  }

  async #prepareNow(section: number, pace: Pace | undefined): Promise<PreparedSection> {
    const item = this.publication.spine[section];
    if (!item?.path) throw new BookError('damaged', 'The book lacks this chapter.');
    const prepared = await within(this.limit, prepareSection(item, this.#resources, this.publication, pace), pace);
    this.#failed.delete(section);
    this.#pieces.set(
      section,
      prepared.pieces.map(({ start }) => ({ start })),
    );
    this.counts.learn(section, prepared.pieces.at(-1)?.end ?? 0);
    return prepared;
  }
}

/**
 * Rejects with the reason `timeout` when the work takes longer than that many milliseconds, counted from when somebody
 * waits for it.
 */
export async function within<T>(milliseconds: number, work: Promise<T>, pace?: Pace): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done = false;
  const late = new Promise<never>((_, reject) => {
    const start = () => {
      if (done) return;
      timer = setTimeout(() => reject(new BookError('timeout', 'The chapter took too long to load.')), milliseconds);
    };
    if (pace) void pace.whenHurried.then(start);
    else start();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done = true;
    clearTimeout(timer);
  }
}
