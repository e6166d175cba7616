// Marks of the text on its original pages: looked for by their words in spare time, and drawn with the page. Those that
// the pages do not have are not drawn; they are not lost, as they belong to the text.

import { spareTime } from '../after-paint.ts';
import type { BookView, DrawnMark, TextSpan } from '../book.ts';
import { markOnPages, type PagesAndText } from './find-on-pages.ts';

export class EditionMarks {
  readonly #books: PagesAndText;
  readonly #view: BookView;
  readonly #told: (ids: string[]) => void;
  /** As drawn on a page; `undefined` for what no page has. */
  readonly #found = new Map<string, DrawnMark | undefined>();
  #marks: readonly DrawnMark[] = [];
  #looking = false;
  #opened = false;
  #closed = false;

  /** `told`: what was found of the page that the book was opened at is drawn. */
  constructor(view: BookView, books: PagesAndText, told: (ids: string[]) => void = () => undefined) {
    this.#view = view;
    this.#told = told;
    this.#books = books;
  }

  set(marks: readonly DrawnMark[]): void {
    this.#marks = marks;
    this.draw();
    if (!this.#looking) this.#look().catch((error: unknown) => !this.#closed && reportError(error));
  }

  /** What was selected on a page, and will be marked in the text: nobody has to look for it. */
  learn(inEdition: TextSpan, onPage: TextSpan): void {
    this.#found.set(keyOf(inEdition), { ...onPage, id: '', quote: '', style: 0, grey: 0 });
  }

  /** What was found so far; call it in the frame of a page. */
  draw(): void {
    const drawn = this.#marks.flatMap(({ id, style, grey, ...mark }) => {
      const found = this.#found.get(keyOf(mark));
      return found ? { ...found, id, style, grey } : [];
    });
    this.#view.setMarks(drawn);
  }

  /** Where the pages have the words that a mark begins with there; `undefined` where none does, or nobody has looked yet. */
  onPages(chapterUid: number, start: number): { page: number; start: number } | undefined {
    for (const mark of this.#marks) {
      if (mark.chapterUid !== chapterUid || mark.start !== start) continue;
      const found = this.#found.get(keyOf(mark));
      if (found) return { page: found.chapterUid - 1, start: found.start };
    }
    return undefined;
  }

  close(): void {
    this.#closed = true;
  }

  async #look(): Promise<void> {
    this.#looking = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) {
        await spareTime();
        if (this.#closed) return;
        this.#found.set(keyOf(next), await this.#find(next));
      }
    } finally {
      this.#looking = false;
    }
    // The page that the book was opened at has been read for a moment only; later ones wait to be turned to.
    if (!this.#opened && !this.#closed) {
      this.draw();
      this.#told(this.#marks.map(({ id }) => id));
    }
    this.#opened = true;
  }

  /** One that cannot be looked for is drawn on no page, and keeps nobody from finding the others. */
  async #find(mark: DrawnMark): Promise<DrawnMark | undefined> {
    try {
      const found = await markOnPages(this.#books, mark);
      return found && onPage(mark, found);
    } catch (error) {
      if (!this.#closed) reportError(error);
      return undefined;
    }
  }

  /** The one nearest to what is shown. */
  #next(): DrawnMark | undefined {
    const here = this.#view.place()?.section ?? 0;
    let best: DrawnMark | undefined;
    let distance = Number.POSITIVE_INFINITY;
    for (const mark of this.#marks) {
      if (this.#found.has(keyOf(mark))) continue;
      const away = Math.abs(this.#books.places.onPages(mark.chapterUid, mark.start).page - here);
      if (away < distance) [best, distance] = [mark, away];
    }
    return best;
  }
}

function onPage(mark: DrawnMark, { page, start, end }: { page: number; start: number; end: number }): DrawnMark {
  return { ...mark, chapterUid: page + 1, start, end, quote: '' };
}

function keyOf({ chapterUid, start, end }: TextSpan): string {
  return `${chapterUid} ${start} ${end}`;
}
