// How long each section's text is: estimated from its packed size at once, exact once it has been counted in idle time.
// Progress through the book comes from here.

import { moreSpareTime } from '../after-paint.ts';
import type { Publication, PublicationItem } from '../package/publication.ts';
import type { Resources } from '../package/resources.ts';
import { parseItem } from '../preparing/parse-item.ts';
import { countText } from '../text/chapter-text.ts';
import { countMarkup } from '../text/count-markup.ts';

/** Half of a chapter's bytes are text, roughly, in novels as the tools write them; it counts like these bytes. */
const usual = { share: 0.5, bytes: 2048 };

/** In a book of drawn pages each counts like this many characters, whatever stands on it: most have none. */
const drawnPage = 1000;

export class SectionCounts {
  readonly lengths: (number | undefined)[];
  readonly #publication: Publication;
  readonly #resources: Resources;
  readonly #drawn: boolean;
  #counting: Promise<void> | undefined;
  #closed = false;
  #starts: number[] | undefined;
  /** Goes up with each length that is learned. */
  learned = 0;

  constructor(publication: Publication, resources: Resources) {
    this.#publication = publication;
    this.#resources = resources;
    const drawn = publication.spine.every(({ fixed, type }) => fixed || type.startsWith('image/'));
    this.#drawn = drawn;
    this.lengths = publication.spine.map(() => (drawn ? drawnPage : undefined));
  }

  /** Tells a length that was learned on the way. */
  learn(section: number, length: number): void {
    if (this.#drawn || this.lengths[section] === length) return;
    this.lengths[section] = length;
    this.learned++;
    this.#starts = undefined;
  }

  /** Resolves when every length is known; one section at a time, each in idle time. */
  count(): Promise<void> {
    this.#counting ??= this.#countAll();
    return this.#counting;
  }

  /** 0–100 through the book. */
  progress(section: number, offset: number): number {
    const starts = this.#findStarts();
    const before = starts[section] ?? 0;
    const total = starts.at(-1) ?? 0;
    const within = this.#drawn ? 0 : Math.min(Math.max(0, offset), (starts[section + 1] ?? before) - before);
    return total === 0 ? 0 : Math.min(100, ((before + within) / total) * 100);
  }

  /** The offset, or that of the section's last character by what is known of its length. */
  inside(section: number, offset: number): number {
    const starts = this.#findStarts();
    const length = (starts[section + 1] ?? 0) - (starts[section] ?? 0);
    return Math.max(0, Math.min(offset, Math.floor(length) - 1));
  }

  /** Where a progress lies. */
  at(progress: number): { section: number; offset: number } {
    const starts = this.#findStarts();
    const wanted = (Math.min(Math.max(0, progress), 100) / 100) * (starts.at(-1) ?? 0);
    const section = starts.findIndex((_, n) => n + 1 < starts.length && wanted < (starts[n + 1] ?? 0));
    if (section >= 0) return { section, offset: Math.floor(wanted - (starts[section] ?? 0)) };
    const last = this.lengths.length - 1;
    return { section: last, offset: Math.max(0, (starts[last + 1] ?? 0) - (starts[last] ?? 0) - 1) };
  }

  close(): void {
    this.#closed = true;
  }

  /** Where each section begins, and last where the book ends; made anew only when a length is learned. */
  #findStarts(): number[] {
    if (this.#starts) return this.#starts;
    const starts = [0];
    const share = this.#textShare();
    this.lengths.forEach((known, section) => {
      starts.push((starts[section] ?? 0) + (known ?? this.#sizeOf(section) * share));
    });
    // Pictures and nothing else.
    const empty = starts.at(-1) === 0;
    this.#starts = empty ? starts.map((_, section) => section * drawnPage) : starts;
    return this.#starts;
  }

  /** How much of the chapters' bytes is text, by those that are counted: the others are mostly written like them. */
  #textShare(): number {
    let text = usual.share * usual.bytes;
    let { bytes } = usual;
    for (const [section, length] of this.lengths.entries()) {
      if (length === undefined) continue;
      const size = this.#sizeOf(section);
      bytes += size;
      text += Math.min(length, size);
    }
    return text / bytes;
  }

  /** Bytes of a chapter; none where it has no text. */
  #sizeOf(section: number): number {
    const item = this.#publication.spine[section];
    return item && /html/.test(item.type) ? this.#resources.size(item.path) : 0;
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
      await moreSpareTime();
      if (this.#closed) return;
      try {
        this.learn(section, await this.#countOne(item));
      } catch (error) {
        // Its error page says so when it is opened; for progress it weighs nothing.
        console.warn(`Section ${section} cannot be counted.`, error);
        this.learn(section, 0);
      }
    }
  }
}
