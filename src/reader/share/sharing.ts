// A quotation as a picture: drawn when the sheet opens and at each change of it, then saved or copied.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { encodeImage } from '../../book/images/encode-image.ts';
import { dayOf } from '../../strings/dates.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { copyPng, type PictureOutcome, savePng } from '../pictures/keep-picture.ts';
import { stillAsked } from '../selection/still-asked.ts';
import type { Subject } from '../selection/subject.ts';
import { type CardLayout, drawCard } from './draw-card.ts';

export interface SharingState {
  layout: CardLayout;
  greys: boolean;
  /** Object URL of the picture. */
  picture: string | undefined;
  outcome: PictureOutcome | undefined;
}

export class Sharing implements Feature {
  readonly state: StoreApi<SharingState>;
  readonly #parts: FeatureParts;
  #about: Subject | undefined;
  #image: Blob | undefined;
  /** What is shown once it is drawn. */
  #wanted: Pick<SharingState, 'layout' | 'greys'> = { layout: 'plain', greys: true };
  /** Pictures are drawn one after the other; what is saved or copied is the last that was asked for. */
  #drawn: Promise<void> = Promise.resolve();

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.state = createStore<SharingState>(() => ({
      ...this.#wanted,
      picture: undefined,
      outcome: undefined,
    }));
  }

  /** The picture is there when the sheet opens. */
  async open(about: Subject): Promise<void> {
    const isWanted = stillAsked(this.#parts);
    this.#about = about;
    await this.#drawNext();
    if (isWanted()) this.#parts.state.setState({ about, panel: 'share', chosen: undefined });
  }

  async change(change: Partial<Pick<SharingState, 'layout' | 'greys'>>): Promise<void> {
    this.#wanted = { ...this.#wanted, ...change };
    await this.#drawNext();
  }

  async save(): Promise<void> {
    await this.#drawn;
    const image = this.#image;
    if (!image) return;
    const { savePicture, state } = this.#parts;
    this.state.setState({ outcome: await savePng(savePicture, state.getState().title, image) });
  }

  async copy(): Promise<void> {
    await this.#drawn;
    const image = this.#image;
    if (!image) return;
    this.state.setState({ outcome: await copyPng(image) });
  }

  close(): void {
    this.#forget();
  }

  #drawNext(): Promise<void> {
    const drawing = this.#drawn.then(() => this.#draw());
    // A drawing that failed is told to whoever asked for it, and does not keep the next one back.
    this.#drawn = drawing.catch(() => undefined);
    return drawing;
  }

  async #draw(): Promise<void> {
    const { state, database, bookId, now } = this.#parts;
    const about = this.#about;
    if (!about) return;
    const { title, author } = state.getState();
    const { layout, greys } = this.#wanted;
    const image = (await database.covers.get(bookId))?.image ?? (await this.#parts.book.cover());
    const cover = layout === 'cover' && image ? await decoded(image) : undefined;
    const style = getComputedStyle(document.documentElement);
    const canvas = new OffscreenCanvas(1, 1);
    drawCard(canvas, {
      ...{ title, author, layout, greys, cover },
      quote: about.words,
      date: dayOf(now()),
      serif: style.getPropertyValue('--serif') || 'serif',
      sans: style.getPropertyValue('--sans') || 'sans-serif',
      language: this.#parts.book.facts.language,
    });
    cover?.close();
    const drawn = await encodeImage(canvas.transferToImageBitmap());
    const picture = URL.createObjectURL(drawn);
    // Decoded already, it is painted together with what is said about it.
    await Object.assign(new Image(), { src: picture }).decode();
    this.#forget();
    this.#image = drawn;
    this.state.setState({ layout, greys, picture, outcome: undefined });
  }

  #forget(): void {
    const { picture } = this.state.getState();
    if (picture) URL.revokeObjectURL(picture);
  }
}

/** A cover that is no picture is left out. */
async function decoded(image: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(image);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
