// Shows the original pages of a book whose places are those of the text that was made of it: places that are told and
// asked for are the text's, as near as shares of the whole come. What is kept by the words themselves (marks, searches)
// belongs to the text, so the pages have no words here.

import type { Book, BookView, PageNumbers, Place, ReadingStyle, Target, ViewEvents } from '../book.ts';

/** Where one form's places lie in the other. Pure. */
export class EditionPlaces {
  readonly #lengths: readonly number[];
  readonly #total: number;
  readonly #pages: number;

  /** `lengths`: of the edition's chapters, in UTF-16 units. */
  constructor(lengths: readonly number[], pages: number) {
    this.#lengths = lengths;
    this.#total = Math.max(
      1,
      lengths.reduce((sum, length) => sum + length, 0),
    );
    this.#pages = pages;
  }

  /** `share`: of the page that is turned over already, 0–1. */
  inEdition(page: number, share: number): { chapterUid: number; offset: number } {
    // Rounded up, so that the way back leads to the same page.
    let left = Math.ceil(((page + share) / this.#pages) * this.#total);
    for (const [index, length] of this.#lengths.entries()) {
      if (left < length) return { chapterUid: index + 1, offset: left };
      left -= length;
    }
    const last = this.#lengths.length;
    return { chapterUid: Math.max(1, last), offset: Math.max(0, (this.#lengths[last - 1] ?? 0) - 1) };
  }

  onPages(chapterUid: number, offset: number): { page: number; share: number } {
    const before = this.#lengths.slice(0, chapterUid - 1).reduce((sum, length) => sum + length, 0);
    const exact = Math.min(1, Math.max(0, (before + offset) / this.#total)) * this.#pages;
    const page = Math.min(this.#pages - 1, Math.floor(exact + 1e-9));
    return { page, share: Math.min(1, Math.max(0, exact - page)) };
  }
}

/** `pages`: a book of drawn pages. Closing it closes both. */
export async function withEditionPlaces(pages: Book, edition: Book): Promise<Book> {
  await edition.counted();
  const lengths = edition.sections.map(({ length }) => length ?? 0);
  const places = new EditionPlaces(lengths, pages.sections.length);
  return {
    facts: { ...pages.facts, title: edition.facts.title || pages.facts.title, pages: { text: false } },
    toc: pages.toc,
    landmarks: pages.landmarks,
    pageList: pages.pageList,
    sections: pages.sections,
    counted: () => pages.counted(),
    cover: () => edition.cover(),
    sectionText: async () => ({ text: '', breaks: [], beside: [], anchors: new Map() }),
    async show(container: HTMLElement, style: ReadingStyle, at?: Target): Promise<BookView> {
      return translated(await pages.show(container, style, at && targetOnPages(at, places)), places);
    },
    close() {
      pages.close();
      edition.close();
    },
  };
}

/** Contents and progress are the pages' own. */
function targetOnPages(target: Target, places: EditionPlaces): Target {
  if (!('chapterUid' in target)) return target;
  return { section: places.onPages(target.chapterUid, target.offset).page };
}

function translated(view: BookView, places: EditionPlaces): BookView {
  const numbersOf = <T extends PageNumbers>(numbers: T): T => ({
    ...numbers,
    chapterUid: places.inEdition(numbers.section, numbers.page / numbers.pages).chapterUid,
  });
  const placeOf = (place: Place): Place => {
    const { chapterUid, offset } = places.inEdition(place.section, place.page / place.pages);
    return { ...place, chapterUid, chapterOffset: offset, cfi: '' };
  };
  const told: { [E in keyof ViewEvents]?: (value: ViewEvents[E]) => ViewEvents[E] } = {
    turning: numbersOf,
    place: placeOf,
    followed: ({ from }) => ({ from: placeOf(from) }),
  };
  return {
    goTo: async (target) => placeOf(await view.goTo(targetOnPages(target, places))),
    next: async () => maybe(await view.next(), placeOf),
    previous: async () => maybe(await view.previous(), placeOf),
    place: () => maybe(view.place(), placeOf),
    pageOf: (chapterUid, offset) => pageOn(view, places, chapterUid, offset),
    setStyle: async (style) => placeOf(await view.setStyle(style)),
    resize: async () => placeOf(await view.resize()),
    pictureShare: () => view.pictureShare(),
    setMarks: () => [],
    showFound: () => undefined,
    text: () => undefined,
    select: () => undefined,
    clearSelection: () => view.clearSelection(),
    ...(view.pages
      ? { pages: { style: view.pages.style, change: async (style) => placeOf(await changed(view, style)) } }
      : {}),
    on: (event, listener) =>
      view.on(event, (value) => {
        const tell = told[event] as ((told: typeof value) => typeof value) | undefined;
        listener(tell ? tell(value) : value);
      }),
    close: () => view.close(),
  };
}

function changed(view: BookView, style: Parameters<NonNullable<BookView['pages']>['change']>[0]): Promise<Place> {
  if (!view.pages) throw new TypeError('The view shows no drawn pages.');
  return view.pages.change(style);
}

function maybe(place: Place | undefined, placeOf: (place: Place) => Place): Place | undefined {
  return place && placeOf(place);
}

/** The part of the page that a place of the text lies on; `undefined` where that page is not shown. */
function pageOn(view: BookView, places: EditionPlaces, chapterUid: number, offset: number): number | undefined {
  const { page, share } = places.onPages(chapterUid, offset);
  const shown = view.place();
  if (!shown || view.pageOf(page + 1, 0) === undefined) return undefined;
  return Math.min(shown.pages - 1, Math.floor(share * shown.pages + 1e-6));
}
