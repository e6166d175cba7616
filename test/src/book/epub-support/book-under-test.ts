// One book of the suite, opened in our engine, with the questions that checks ask of what is on the page.

import type { Book, BookView, Place, ViewEvents } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';

/** Milliseconds after which what has not happened does not happen. */
const patience = 800;

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The book's own faces, as the suite asks for them. */
export const publisherStyle = { ...plainStyle, fontFamily: '' };

export class BookUnderTest {
  readonly file: Blob;
  readonly book: Book;
  readonly view: BookView;
  readonly container: HTMLElement;
  readonly failures: string[] = [];

  constructor(file: Blob, book: Book, view: BookView, container: HTMLElement) {
    this.file = file;
    this.book = book;
    this.view = view;
    this.container = container;
    view.on('sectionFailed', ({ reason }) => this.failures.push(reason));
  }

  static async open(file: Blob, width = 1404, height = 1872): Promise<BookUnderTest> {
    const container = makeContainer(width, height);
    const book = await openBook(file);
    return new BookUnderTest(file, book, await book.show(container, publisherStyle), container);
  }

  /** The same book on a page of another size. */
  async onPage(width: number, height: number): Promise<void> {
    this.container.style.width = `${width}px`;
    this.container.style.height = `${height}px`;
    await this.view.resize();
  }

  /** Frames that are seen, from left to right. */
  get frames(): HTMLIFrameElement[] {
    const seen = [...this.container.querySelectorAll('iframe')].filter((one) => one.style.visibility === 'visible');
    return seen.sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left);
  }

  get document(): Document {
    const document = this.frames[0]?.contentDocument;
    if (!document) throw new Error('Nothing is shown.');
    return document;
  }

  get place(): Place {
    const place = this.view.place();
    if (!place) throw new Error('There is no place.');
    return place;
  }

  /** Text of everything that is shown. */
  get text(): string {
    return this.frames.map((frame) => frame.contentDocument?.body.textContent ?? '').join(' ');
  }

  find<E extends Element = HTMLElement>(selector: string): E {
    for (const frame of this.frames) {
      const found = frame.contentDocument?.querySelector<E>(selector);
      if (found) return found;
    }
    throw new Error(`There is no ${selector} on the page.`);
  }

  all<E extends Element = HTMLElement>(selector: string): E[] {
    return this.frames.flatMap((frame) => [...(frame.contentDocument?.querySelectorAll<E>(selector) ?? [])]);
  }

  css(element: Element, pseudo?: string): CSSStyleDeclaration {
    return (element.ownerDocument.defaultView ?? window).getComputedStyle(element, pseudo);
  }

  go(section: number): Promise<Place> {
    return this.view.goTo({ section });
  }

  /** The first value of an event that follows what is done; `undefined` when none comes. */
  async after<E extends keyof ViewEvents>(event: E, act: () => void): Promise<ViewEvents[E] | undefined> {
    const heard = Promise.withResolvers<ViewEvents[E] | undefined>();
    const off = this.view.on(event, heard.resolve);
    act();
    const timer = setTimeout(() => heard.resolve(undefined), patience);
    const value = await heard.promise;
    clearTimeout(timer);
    off();
    return value;
  }

  click(element: Element): void {
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  }

  /** Where a frame lies in the container, as it is seen. */
  boxOf(frame: HTMLIFrameElement | undefined): Box {
    const outer = this.container.getBoundingClientRect();
    const { left, top, width, height } = frame?.getBoundingClientRect() ?? new DOMRect();
    return { left: left - outer.left, top: top - outer.top, width, height };
  }

  /** The frame whose page says that. */
  frameWith(text: string): HTMLIFrameElement | undefined {
    return this.frames.find((frame) => frame.contentDocument?.body.textContent?.includes(text));
  }

  /** Whether a face of that name has been loaded from the book and is what the element is set in. */
  isSetIn(element: Element, family: string): boolean {
    const faces = [...element.ownerDocument.fonts].filter((face) => face.family.replaceAll('"', '') === family);
    return faces.some((face) => face.status === 'loaded') && this.css(element).fontFamily.includes(family);
  }

  close(): void {
    this.book.close();
    this.container.remove();
  }
}

/** Resolves when the medium knows how long it is, or will never know. */
export function mediumReady(medium: HTMLMediaElement): Promise<void> {
  if (medium.readyState >= 1 || medium.error) return Promise.resolve();
  return new Promise((resolve) => {
    for (const end of ['loadedmetadata', 'error']) medium.addEventListener(end, () => resolve(), { once: true });
    setTimeout(resolve, 3000);
  });
}

/** Picture elements that are on the page with pixels of their own. */
export function picturesShown(book: BookUnderTest): HTMLImageElement[] {
  return book.all<HTMLImageElement>('img').filter((one) => one.complete && one.naturalWidth > 0 && one.width > 0);
}
