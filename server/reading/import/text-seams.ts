// What the joined text of a chapter does not show: where paragraphs and lines end, and which parts are annotations of the
// words before them (the readings of ruby). Offsets are UTF-16 units of the chapter's text.

import type { TagToken } from '../../../api/edition/markup-tokens.ts';

export interface TextSeams {
  /** Where one block ends and another begins: no phrase goes on across it. Ascending. */
  blocks: number[];
  /** Where a line ends inside of a block: words end there, phrases don't. Ascending. */
  lines: number[];
  /** Starts and ends of annotations, in turns: what stands before one goes on behind it. Ascending. */
  asides: number[];
}

const asideTags = new Set(['rt', 'rp', 'rtc']);
const rubyTags = new Set(['ruby', 'rb', ...asideTags]);

/** Collects the seams of one chapter while its tags and texts pass by. */
export class SeamReader {
  readonly #seams: TextSeams = { blocks: [], lines: [], asides: [] };
  #length = 0;
  /** Whether anything but white space came since the last seam. */
  #hasWords = false;
  #asideStart = -1;

  addText(text: string): void {
    this.#length += text.length;
    this.#hasWords ||= /\S/.test(text);
  }

  addTag(tag: TagToken, isInline: boolean): void {
    const { blocks, lines } = this.#seams;
    if (rubyTags.has(tag.name)) this.#addRubyTag(tag);
    else if (isInline || !this.#hasWords) return;
    else if (tag.name === 'br') lines.push(this.#length);
    else {
      blocks.push(this.#length);
      this.#hasWords = false;
    }
  }

  end(): TextSeams {
    this.#closeAside();
    return this.#seams;
  }

  #addRubyTag(tag: TagToken): void {
    const begins = tag.kind === 'start' && !tag.empty;
    // HTML lets "rt" end where the next part of the ruby begins.
    if (tag.kind === 'end' ? tag.name !== 'rb' : !asideTags.has(tag.name) || this.#asideStart >= 0) this.#closeAside();
    if (begins && asideTags.has(tag.name)) this.#asideStart = this.#length;
  }

  #closeAside(): void {
    if (this.#asideStart >= 0 && this.#asideStart < this.#length) {
      this.#seams.asides.push(this.#asideStart, this.#length);
    }
    this.#asideStart = -1;
  }
}
