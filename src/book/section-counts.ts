// How long each section's text is: estimated from its packed size at once, exact once it has been counted in idle time.
// Progress through the book comes from here.

import { idle } from './after-paint.ts';
import { countText } from './chapter-text.ts';
import { countMarkup } from './count-markup.ts';
import { parseItem } from './prepare-section.ts';
import type { Publication, PublicationItem } from './publication.ts';
import type { Resources } from './resources.ts';

export class SectionCounts {
  readonly lengths: (number | undefined)[];
  readonly #publication: Publication;
  readonly #resources: Resources;
  #counting: Promise<void> | undefined;
  #closed = false;

  constructor(publication: Publication, resources: Resources) {
    this.#publication = publication;
    this.#resources = resources;
    this.lengths = publication.spine.map(() => undefined);
  }

  /** Tells a length that was learned on the way. */
  learn(section: number, length: number): void {
    this.lengths[section] = length;
  }

  /** Resolves when every length is known; one section at a time, each in idle time. */
  count(): Promise<void> {
    this.#counting ??= this.#countAll();
    return this.#counting;
  }

  /** 0–100 through the book. */
  progress(section: number, offset: number): number {
    let before = 0;
    let total = 0;
    this.lengths.forEach((_, index) => {
      const length = this.#lengthOf(index);
      if (index < section) before += length;
      total += length;
    });
    const within = Math.min(Math.max(0, offset), this.#lengthOf(section));
    return total === 0 ? 0 : Math.min(100, ((before + within) / total) * 100);
  }

  /** Where a progress lies. */
  at(progress: number): { section: number; offset: number } {
    const total = this.lengths.reduce<number>((sum, _, index) => sum + this.#lengthOf(index), 0);
    let left = (Math.min(Math.max(0, progress), 100) / 100) * total;
    for (let section = 0; section < this.lengths.length; section++) {
      const length = this.#lengthOf(section);
      if (left < length) return { section, offset: Math.floor(left) };
      left -= length;
    }
    const last = this.lengths.length - 1;
    return { section: last, offset: Math.max(0, this.#lengthOf(last) - 1) };
  }

  close(): void {
    this.#closed = true;
  }

  #lengthOf(section: number): number {
    const known = this.lengths[section];
    if (known !== undefined) return known;
    const item = this.#publication.spine[section];
    // Half of a chapter's bytes are text, roughly, in novels as the tools write them.
    return item && /html/.test(item.type) ? this.#resources.size(item.path) / 2 : 0;
  }

  async #countOne(item: PublicationItem): Promise<number> {
    if (item.type === 'application/xhtml+xml') {
      const length = countMarkup(await this.#resources.text(item.path));
      if (length !== undefined) return length;
    }
    return countText((await parseItem(item, this.#resources)).body);
  }

  async #countAll(): Promise<void> {
    for (const [section, item] of this.#publication.spine.entries()) {
      if (this.lengths[section] !== undefined) continue;
      await idle();
      if (this.#closed) return;
      try {
        this.lengths[section] = await this.#countOne(item);
      } catch (error) {
        // Its error page says so when it is opened; for progress it weighs nothing.
        console.warn(`Section ${section} cannot be counted.`, error);
        this.lengths[section] = 0;
      }
    }
  }
}
