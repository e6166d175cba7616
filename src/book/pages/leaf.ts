// One screen of drawn pages: their pictures, and their text over them. It is drawn while it is not seen, and shown by
// one change of its visibility. Knows nothing of turning.

import { BookError } from '../book.ts';
import { greyDrawing } from '../layout/panel-greys.ts';
import { ChapterText } from '../text/chapter-text.ts';
import { groundsFor } from './marked-words.ts';
import type { PageLink, PageSource, TextRun } from './page-source.ts';
import { onPage, type Placement } from './screens.ts';
import { textLayer } from './text-layer.ts';
import { applyTone } from './tone.ts';

export type LeafState = 'ready' | 'failed' | 'overtaken';

/** A page as it lies on the leaf. */
export interface LaidPage {
  placement: Placement;
  runs: readonly TextRun[];
  links: readonly PageLink[];
  text: ChapterText;
  /** What is marked on it is drawn here. */
  marks: HTMLElement;
}

export interface LeafContent {
  /** Names what is drawn, style and size included. */
  key: string;
  placements: readonly Placement[];
  tone: Uint8ClampedArray<ArrayBuffer> | undefined;
}

/** Drawing gives up on larger ones, which only a broken size asks for. */
const mostPixels = 32_000_000;

/** At most; a canvas of a panel's size takes ten megabytes. */
const mostLeaves = 3;

export class Leaf {
  readonly root: HTMLElement;
  key = '';
  pages: readonly LaidPage[] = [];
  /** Why a page cannot be shown. */
  failure: string | undefined;
  /** Outcome of the last load. */
  ready: Promise<LeafState> = Promise.resolve('overtaken');
  readonly #source: PageSource;
  #abort = new AbortController();

  constructor(container: HTMLElement, source: PageSource) {
    this.#source = source;
    this.root = container.ownerDocument.createElement('div');
    this.root.className = 'page-leaf';
    this.root.style.visibility = 'hidden';
    container.append(this.root);
  }

  get shown(): boolean {
    return this.root.style.visibility === 'visible';
  }

  show(visible: boolean): void {
    this.root.style.visibility = visible ? 'visible' : 'hidden';
  }

  load(content: LeafContent): Promise<LeafState> {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.key = content.key;
    this.ready = this.#load(content, this.#abort.signal);
    return this.ready;
  }

  /** The page under a point of the container. */
  pageAt(x: number, y: number): LaidPage | undefined {
    return this.pages.find(({ placement: { region, scale, x: left, y: top } }) => {
      const across = x - left;
      const down = y - top;
      return across >= 0 && down >= 0 && across <= region.width * scale && down <= region.height * scale;
    });
  }

  /** The link under a point of the container. */
  linkAt(x: number, y: number): PageLink | undefined {
    const laid = this.pageAt(x, y);
    if (!laid) return undefined;
    const { x: across, y: down } = onPage(laid.placement, x, y);
    return laid.links.find(
      ({ box }) => across >= box.x && across <= box.x + box.width && down >= box.y && down <= box.y + box.height,
    );
  }

  close(): void {
    this.#abort.abort();
    this.#empty();
    this.root.remove();
  }

  async #load({ placements, tone }: LeafContent, signal: AbortSignal): Promise<LeafState> {
    this.failure = undefined;
    this.#empty();
    const pages: LaidPage[] = [];
    for (const placement of placements) {
      const paper = this.#paper(placement);
      try {
        const canvas = paper.querySelector('canvas') as HTMLCanvasElement;
        await this.#draw(placement, canvas, signal);
        if (signal.aborted) return 'overtaken';
        applyTone(canvas, tone);
        await greyDrawing(canvas);
        if (signal.aborted) return 'overtaken';
        pages.push(await this.#layText(placement, paper));
      } catch (error) {
        if (signal.aborted) return 'overtaken';
        this.failure = failureOf(error);
        pages.push(this.#layFailure(placement, paper, this.failure));
      }
      if (signal.aborted) return 'overtaken';
    }
    this.pages = pages;
    return this.failure === undefined ? 'ready' : 'failed';
  }

  async #draw(placement: Placement, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
    if (canvas.width * canvas.height > mostPixels) throw new BookError('unsupported', 'The page is too large to draw.');
    const scale = (placement.scale * canvas.width) / Math.max(1, placement.region.width * placement.scale);
    await this.#source.draw(placement.page, canvas, { region: placement.region, scale }, signal);
  }

  /** Of a page whose text cannot be read, the picture is still there. */
  async #layText(placement: Placement, paper: HTMLElement): Promise<LaidPage> {
    const [runs, links] = await Promise.all([
      this.#source.text(placement.page).catch(unreadable<readonly TextRun[]>([])),
      this.#source.links(placement.page).catch(unreadable<readonly PageLink[]>([])),
    ]);
    const layer = textLayer(runs, placement);
    const marks = groundsFor(paper.ownerDocument);
    paper.append(marks, layer);
    return { placement, runs, links, text: new ChapterText(layer), marks };
  }

  #layFailure(placement: Placement, paper: HTMLElement, reason: string): LaidPage {
    const words = document.createElement('p');
    words.className = 'page-failure';
    words.textContent = reason;
    paper.replaceChildren(words);
    return {
      placement,
      runs: [],
      links: [],
      text: new ChapterText(document.createElement('div')),
      marks: groundsFor(document),
    };
  }

  #paper({ region, x, y, scale }: Placement): HTMLElement {
    const { ownerDocument } = this.root;
    const paper = ownerDocument.createElement('div');
    paper.className = 'page-paper';
    const left = Math.round(x);
    const top = Math.round(y);
    const width = Math.max(1, Math.round(x + region.width * scale) - left);
    const height = Math.max(1, Math.round(y + region.height * scale) - top);
    paper.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    const canvas = ownerDocument.createElement('canvas');
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    paper.append(canvas);
    this.root.append(paper);
    return paper;
  }

  /** A canvas gives its memory back when it has no size. */
  #empty(): void {
    for (const canvas of this.root.querySelectorAll('canvas')) {
      canvas.width = 0;
      canvas.height = 0;
    }
    this.root.replaceChildren();
    this.pages = [];
  }
}

/** One that is not seen, and not the one with the key `kept` where another is free; a new one is added while there are few. */
export function spareLeaf(leaves: Leaf[], seen: Leaf | undefined, kept: string | undefined, make: () => Leaf): Leaf {
  const unseen = leaves.filter((leaf) => leaf !== seen);
  if (leaves.length >= mostLeaves) return unseen.find((leaf) => leaf.key !== kept) ?? (unseen[0] as Leaf);
  const leaf = make();
  leaves.push(leaf);
  return leaf;
}

function failureOf(error: unknown): string {
  if (!(error instanceof BookError)) reportError(error);
  return error instanceof BookError ? error.message : 'The page is broken.';
}

function unreadable<T>(instead: T): (error: unknown) => T {
  return (error) => {
    console.warn('The text of a page cannot be read.', error);
    return instead;
  };
}
