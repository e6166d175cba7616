// The pages of a PDF. A few pages and the text of some more are kept; everything else is asked of the document again.

import { BookError } from '../book.ts';
import type { Drawing, PageLink, PageSource, TextRun } from '../pages/page-source.ts';
import type { PageSize } from '../styles/page-style.ts';
import { EndlessWork, type PDFPageProxy, type PdfEngine } from './pdf-engine.ts';
import { readPageLinks, readPageText } from './pdf-text.ts';

const keptPages = 6;
const keptTexts = 24;

export class PdfSource implements PageSource {
  readonly count: number;
  readonly #engine: PdfEngine;
  readonly #sizes = new Map<number, PageSize>();
  readonly #texts = new Map<number, Promise<TextRun[]>>();
  readonly #used = new Map<number, PDFPageProxy>();
  /** Pages that took too long, which are not waited for again. */
  readonly #endless = new Set<number>();

  constructor(engine: PdfEngine, count: number) {
    this.#engine = engine;
    this.count = count;
  }

  async size(page: number): Promise<PageSize> {
    const known = this.#sizes.get(page);
    if (known) return known;
    const { width, height } = await this.#use(page, async (shown) => shown.getViewport({ scale: 1 }));
    if (!(width >= 1 && height >= 1 && width < 1e6 && height < 1e6)) {
      throw new BookError('damaged', 'The page has no size.');
    }
    this.#sizes.set(page, { width, height });
    return { width, height };
  }

  async draw(page: number, canvas: HTMLCanvasElement, drawing: Drawing, signal: AbortSignal): Promise<void> {
    const { region, scale } = drawing;
    await this.#use(page, async (shown) => {
      if (signal.aborted) return;
      const offset = { offsetX: -region.x * scale, offsetY: -region.y * scale };
      const task = shown.render({ canvas, viewport: shown.getViewport({ scale, ...offset }), background: '#fff' });
      signal.addEventListener('abort', () => task.cancel(), { once: true });
      await task.promise;
    });
  }

  text(page: number): Promise<readonly TextRun[]> {
    const known = this.#texts.get(page) ?? this.#use(page, (shown) => readPageText(shown));
    this.#texts.delete(page);
    this.#texts.set(page, known);
    known.catch(() => this.#texts.delete(page));
    for (const old of [...this.#texts.keys()].slice(0, -keptTexts)) this.#texts.delete(old);
    return known;
  }

  links(page: number): Promise<readonly PageLink[]> {
    return this.#engine.use(async (document) => readPageLinks(await document.getPage(page + 1), document));
  }

  close(): void {
    this.#used.clear();
    this.#engine.close();
  }

  async #use<T>(page: number, work: (shown: PDFPageProxy) => Promise<T>): Promise<T> {
    if (this.#endless.has(page)) throw new BookError('timeout', 'The page takes too long to show.');
    try {
      return await this.#engine.use(async (document) => {
        const shown = await document.getPage(page + 1);
        const done = await work(shown);
        this.#keep(page, shown);
        return done;
      });
    } catch (error) {
      if (error instanceof EndlessWork) this.#endless.add(page);
      throw error;
    }
  }

  /** Pictures and drawing lists of pages that were left are let go. */
  #keep(page: number, shown: PDFPageProxy): void {
    this.#used.delete(page);
    this.#used.set(page, shown);
    for (const [old, left] of [...this.#used].slice(0, -keptPages)) {
      left.cleanup();
      this.#used.delete(old);
    }
  }
}
