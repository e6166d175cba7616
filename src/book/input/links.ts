// What a tapped link does: leads out of the book, asks for a note, or goes somewhere else in the book.

import type { BookView, ViewEvents } from '../book.ts';
import { type InsideLink, insideTarget, Notes } from '../excerpts/notes.ts';
import type { Chapters } from '../layout/chapters.ts';
import type { Shell } from '../layout/shell.ts';
import { linkAttribute } from '../preparing/neutralise.ts';

export interface LinksParts {
  chapters: Chapters;
  view: Pick<BookView, 'goTo' | 'place'>;
  /** The shells that are seen. */
  shown(): readonly Shell[];
  closed(): boolean;
  emit<E extends 'noteAsked' | 'followed' | 'outsideLink'>(event: E, value: ViewEvents[E]): void;
}

export class Links {
  readonly #parts: LinksParts;
  readonly #notes: Notes;

  constructor(parts: LinksParts) {
    this.#parts = parts;
    this.#notes = new Notes(parts.chapters, (link) => this.follow(link));
  }

  follow(link: Element): void {
    const { chapters, emit } = this.#parts;
    const address = link.getAttribute(linkAttribute) ?? '';
    if (address.startsWith('out:')) {
      emit('outsideLink', { url: address.slice(4) });
      return;
    }
    const hash = address.indexOf('#');
    const path = address.slice(3, hash);
    const section = chapters.publication.spine.findIndex((item) => item.path === path);
    if (section < 0) return;
    this.#askOrGo(link, { section, path, fragment: address.slice(hash + 1) }).catch((error: unknown) => {
      if (!this.#parts.closed()) reportError(error);
    });
  }

  async #askOrGo(link: Element, to: InsideLink): Promise<void> {
    const { chapters, view, shown, closed, emit } = this.#parts;
    const from = view.place();
    const note = await this.#noteOf(link, to);
    // Whoever turned the page meanwhile wants it no more.
    if (closed() || from !== view.place()) return;
    if (note) {
      const shell = shown().find(({ document }) => document === link.ownerDocument);
      emit('noteAsked', { note, ...(shell ? { box: shell.toContainer(link.getBoundingClientRect()) } : {}) });
      return;
    }
    if (from) emit('followed', { from });
    await view.goTo(insideTarget(to, chapters.publication.folder));
  }

  async #noteOf(link: Element, to: InsideLink): ReturnType<Notes['find']> {
    try {
      return await this.#notes.find(link, to);
    } catch (error) {
      // A chapter that cannot be read is gone to, where its page says why.
      console.warn('A note cannot be read.', error);
      return undefined;
    }
  }
}
