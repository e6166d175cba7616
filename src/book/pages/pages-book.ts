// A book of drawn pages, whatever format they come from. A section is a page.

import {
  type Book,
  BookError,
  type BookFacts,
  type BookView,
  type Landmark,
  type NamedPlace,
  type ReadingStyle,
  type Section,
  type SectionText,
  type Target,
  type TocEntry,
} from '../book.ts';
import { readOverLines } from './lines-of-page.ts';
import { pageHref } from './page-place.ts';
import { joinedText, type PageSource } from './page-source.ts';
import type { PageStyle } from './page-style.ts';
import { PagesView } from './pages-view.ts';

export interface PagesBookParts {
  facts: BookFacts;
  toc: readonly TocEntry[];
  /** What the pages are called, where it is not their number. */
  labels: readonly string[] | undefined;
  source: PageSource;
  style: PageStyle;
  cover: () => Promise<Blob | undefined>;
}

export class PagesBook implements Book {
  readonly facts: BookFacts;
  readonly toc: readonly TocEntry[];
  readonly landmarks: readonly Landmark[] = [];
  readonly pageList: readonly NamedPlace[];
  readonly sections: readonly Section[];
  readonly #parts: PagesBookParts;
  readonly #views = new Set<BookView>();

  constructor(parts: PagesBookParts) {
    this.#parts = parts;
    this.facts = parts.facts;
    this.toc = parts.toc;
    const { count } = parts.source;
    this.pageList = (parts.labels ?? []).map((title, section) => ({ title, href: pageHref(section), section }));
    // Pages are never counted by their characters; progress goes by pages.
    this.sections = Array.from({ length: count }, (_, index) => ({
      index,
      href: pageHref(index),
      length: undefined,
      linear: true,
    }));
  }

  counted(): Promise<void> {
    return Promise.resolve();
  }

  cover(): Promise<Blob | undefined> {
    return this.#parts.cover();
  }

  async sectionText(section: number): Promise<SectionText> {
    return readOverLines(await this.#textOf(section));
  }

  async show(container: HTMLElement, style: ReadingStyle, at?: Target): Promise<BookView> {
    const { source, toc, facts } = this.#parts;
    const view = new PagesView(container, { source, toc, direction: facts.direction }, style, this.#parts.style);
    this.#views.add(view);
    await view.begin(at ?? { section: 0 });
    return view;
  }

  close(): void {
    for (const view of this.#views) view.close();
    this.#parts.source.close();
  }

  /** A page that cannot be read is one without words. */
  async #textOf(page: number): Promise<string> {
    try {
      return joinedText(await this.#parts.source.text(page));
    } catch (error) {
      if (error instanceof BookError) return '';
      throw error;
    }
  }
}
