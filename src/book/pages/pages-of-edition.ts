// Shows the original pages of a book whose places are those of the text that was made of it: places that are told and
// asked for are the text's, as near as shares of the whole come. Words are selected on the pages as they stand there, and
// marks are kept in the text, where it has the same words.

import type {
  Book,
  BookView,
  PageNumbers,
  PageText,
  Place,
  ReadingStyle,
  Target,
  TextSpan,
  ViewEvents,
} from '../book.ts';
import { ViewListeners } from '../layout/view-events.ts';
import { EditionMarks } from './edition-marks.ts';
import type { EditionPlaces } from './edition-places.ts';
import { placesOf, selectedInEdition } from './find-in-edition.ts';
import type { PagesAndText } from './find-on-pages.ts';

/** `pages`: a book of drawn pages. Closing it closes both. */
export async function withEditionPlaces(pages: Book, edition: Book): Promise<Book> {
  const places = await placesOf(pages, edition);
  const books = { pages, edition, places };
  return {
    facts: { ...pages.facts, title: edition.facts.title || pages.facts.title },
    toc: pages.toc,
    landmarks: pages.landmarks,
    pageList: pages.pageList,
    sections: pages.sections,
    counted: () => pages.counted(),
    cover: () => edition.cover(),
    // What is looked for is found and shown where it stands.
    sectionText: (section) => pages.sectionText(section),
    async show(container: HTMLElement, style: ReadingStyle, at?: Target): Promise<BookView> {
      return translated(await pages.show(container, style, at && targetOnPages(at, places)), books);
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
  if (target.chapterUid < 0) return { section: pageOfUid(target.chapterUid), offset: target.offset };
  const { page, share } = places.onPages(target.chapterUid, target.offset, target.atProgress);
  return { section: page, share };
}

function translated(view: BookView, books: PagesAndText): BookView {
  const { places } = books;
  const { pages: control } = view;
  const listeners = new ViewListeners();
  const marks = new EditionMarks(view, books, (ids) => listeners.emit('marksFound', { ids }));
  // Before the others who listen draw what they have.
  view.on('turning', () => marks.draw());

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
  /** A mark leads to its words where they were found; a place that was read, to its share of the whole. */
  const targetHere = (target: Target): Target => {
    const found =
      'chapterUid' in target && target.atProgress === undefined && marks.onPages(target.chapterUid, target.offset);
    return found ? { section: found.page, offset: found.start } : targetOnPages(target, places);
  };
  return {
    goTo: async (target) => placeOf(await view.goTo(targetHere(target))),
    next: async () => maybe(await view.next(), placeOf),
    previous: async () => maybe(await view.previous(), placeOf),
    place: () => maybe(view.place(), placeOf),
    pageOf: (chapterUid, offset) =>
      chapterUid < 0 ? view.pageOf(-chapterUid, offset) : pageOn(view, places, chapterUid, offset),
    setStyle: async (style) => placeOf(await view.setStyle(style)),
    resize: async (style) => placeOf(await view.resize(style)),
    pictureShare: () => view.pictureShare(),
    setMarks(drawn) {
      marks.set(drawn);
      return [];
    },
    showFound: (spans, here) => view.showFound?.(spans, here),
    bookPageAt: (section, at) => view.bookPageAt?.(section, at),
    bookPageOf(chapterUid, offset) {
      const found = marks.onPages(chapterUid, offset);
      const page = found?.page ?? places.onPages(chapterUid, offset).page;
      return { page: page + 1, exact: found !== undefined };
    },
    pressable: () => view.pressable?.() ?? [],
    markEnds: () => view.markEnds?.() ?? new Map(),
    text: () => pageText(view.text()),
    select: (span, along = []) => maybe(view.select(onPage(span), along.map(onPage)), ofPage),
    ...(view.readOn ? { readOn: view.readOn.bind(view) } : {}),
    async kept(selected) {
      const found = await selectedInEdition(books, pageOfUid(selected.chapterUid), selected);
      if (found) marks.learn(found, onPage(selected));
      return found;
    },
    clearSelection: () => view.clearSelection(),
    ...(control
      ? { pages: { style: control.style, change: async (...how) => placeOf(await control.change(...how)) } }
      : {}),
    on(event, listener) {
      if (event === 'marksFound') return listeners.on(event, listener);
      return view.on(event, (value) => {
        const tell = told[event] as ((told: typeof value) => typeof value) | undefined;
        listener(tell ? tell(value) : value);
      });
    },
    close() {
      listeners.clear();
      marks.close();
      view.close();
    },
  };
}

function maybe<T>(value: T | undefined, change: (value: T) => T): T | undefined {
  return value && change(value);
}

/** Words of a page are told from those of the text by the number of what they stand in: pages count below zero. */
function ofPage<T extends TextSpan>(span: T): T {
  return { ...span, chapterUid: -span.chapterUid };
}

function onPage({ chapterUid, start, end }: TextSpan): TextSpan {
  return { chapterUid: Math.abs(chapterUid), start, end };
}

const pageOfUid = (chapterUid: number) => -chapterUid - 1;

const pageTexts = new WeakMap<PageText, PageText>();

/** The same one for the same page. */
function pageText(text: PageText | undefined): PageText | undefined {
  if (!text) return undefined;
  const known = pageTexts.get(text);
  if (known) return known;
  const { vertical, leftward } = text;
  const made: PageText = {
    ...{ chapterUid: -text.chapterUid, vertical, leftward },
    whole: () => ofPage(text.whole()),
    shown: () => ofPage(text.shown()),
    offsetAt: (x, y) => text.offsetAt(x, y),
    wordAt: (offset) => maybe(text.wordAt(offset), ofPage),
    move: (...how) => text.move(...how),
    following: (offset, length) => text.following(offset, length),
    boxes: (start, end) => text.boxes(start, end),
  };
  pageTexts.set(text, made);
  return made;
}

/** The part of the page that a place of the text lies on; `undefined` where that page is not shown. */
function pageOn(view: BookView, places: EditionPlaces, chapterUid: number, offset: number): number | undefined {
  const { page, share } = places.onPages(chapterUid, offset);
  const shown = view.place();
  if (!shown || view.pageOf(page + 1, 0) === undefined) return undefined;
  return Math.min(shown.pages - 1, Math.floor(share * shown.pages + 1e-6));
}
