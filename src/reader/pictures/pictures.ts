// A picture, table or formula that fills the screen: which one, how large, and what of it is seen. It is laid out in
// the frame that the view gives, unseen, and then shown in one commit.

import { createStore } from 'zustand/vanilla';
import type { BookPicture, PictureView, ShownPictures } from '../../book/excerpt.ts';
import { pictureSettings } from '../../db/settings/picture-settings.ts';
import { changeSetting, readSetting } from '../../db/settings/settings.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { tapAction } from '../input/input.ts';
import { pageRegion } from '../turning/page-room.ts';
import { directionOf } from '../turning/reading-style.ts';
import { copyPng, type PictureOutcome, savePng } from './keep-picture.ts';
import {
  clamp,
  fitScale,
  nextPart,
  ownScale,
  type Part,
  type Placement,
  pan,
  partAt,
  partShown,
  placeAt,
  type Size,
  scaleTo,
  zoomAt,
} from './viewport.ts';

export interface OpenPicture {
  kind: BookPicture['kind'];
  caption: string;
  /** From 0, of the chapter's. */
  index: number;
  count: number;
  /** Per cent of its own size. */
  percent: number;
  whole: boolean;
  /** As large as the room; what is read, such as a table, when all of it is seen. */
  fits: boolean;
  part: Part;
  /** It can be saved and copied. */
  file: boolean;
}

export interface PicturesState {
  open?: OpenPicture | undefined;
  /** What became of saving or copying the one that is shown. */
  outcome?: PictureOutcome | undefined;
  /** Black for white where pages are white on black. */
  invert: boolean;
}

/** A picture that covers so much of the page's width and height is turned away by a tap at the side. */
const fullPage = { width: 0.85, height: 0.5 };
/** CSS pixels of both sides up to which a picture is an ornament. */
const ornamentSize = 48;

export class Pictures implements Feature {
  readonly state = createStore<PicturesState>(() => ({ invert: false }));
  readonly #parts: FeatureParts;
  #host: HTMLElement | undefined;
  #pictures: readonly BookPicture[] = [];
  #view: PictureView | undefined;
  #placed: Placement = { scale: 1, left: 0, top: 0 };
  #asked = 0;
  /** The one that is being laid out. */
  #coming: number | undefined;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    parts.later(this.#readSetting());
    parts.view.on('pictureTapped', ({ x, box, held, open }) => {
      parts.touch();
      const { width, height } = parts.room();
      const full = box.width > width * fullPage.width && box.height > height * fullPage.height;
      const action = tapAction(x, width, this.#direction(), parts.settings.controls().taps);
      if (!held && full && action !== 'menu') parts.act(action);
      else parts.later(this.#openFirst(open));
    });
  }

  /** The element that pictures are laid out in: all of the screen but the bar. */
  attach(host: HTMLElement | null): void {
    this.#host = host ?? undefined;
  }

  /** Whatever the page shows that can be looked at by itself. */
  async openOnPage(): Promise<void> {
    await this.#openFirst(async () => this.#parts.view.picturesHere?.());
  }

  /** To the next (1) or previous (−1) picture of the chapter; ornaments are passed over. */
  async step(direction: 1 | -1): Promise<void> {
    const { open } = this.state.getState();
    if (!open) return;
    this.#parts.touch();
    // From the one that is being laid out, if any: a second press means the one after that.
    for (let index = (this.#coming ?? open.index) + direction; this.#pictures[index]; index += direction) {
      if (await this.#show(index, true)) return;
    }
  }

  zoom(direction: 1 | -1, at?: { x: number; y: number }): void {
    this.#place((picture, room) =>
      zoomAt(this.#placed, direction, at ?? { x: room.width / 2, y: room.height / 2 }, picture, room),
    );
  }

  /** A tap: larger at that point; all of it again once it is as large as it gets. */
  tap(at: { x: number; y: number }): void {
    const before = this.#placed.scale;
    this.zoom(1, at);
    if (this.#placed.scale === before) this.whole();
  }

  pinch(ratio: number, at: { x: number; y: number }): void {
    this.#place((picture, room) => scaleTo(this.#placed, this.#placed.scale * ratio, at, picture, room));
  }

  whole(): void {
    this.#place((picture, room) => placeAt(fitScale(picture, room), picture, room));
  }

  /** One of its pixels for one of the screen's; tables and formulas as large as the text. */
  ownSize(): void {
    const scale = this.state.getState().open?.kind === 'picture' ? ownScale(window.devicePixelRatio) : 1;
    this.#place((picture, room) =>
      scale < fitScale(picture, room)
        ? placeAt(scale, picture, room)
        : scaleTo(this.#placed, scale, { x: room.width / 2, y: room.height / 2 }, picture, room),
    );
  }

  /** By the finger's travel. Across a picture that is seen whole it means the next one. */
  drag(across: number, down: number): void {
    const { open } = this.state.getState();
    if (open?.whole && Math.abs(across) > Math.abs(down)) this.#parts.later(this.step(across < 0 ? 1 : -1));
    else this.#place((picture, room) => pan(this.#placed, across, down, picture, room));
  }

  /** Part by part in reading order, then to the next picture. */
  turn(direction: 1 | -1): void {
    const size = this.#sizes();
    const next = size && nextPart(this.#placed, direction, size.picture, size.room);
    if (next) this.#place(() => next);
    else this.#parts.later(this.step(direction));
  }

  /** To the part beside, above or below. */
  move(across: -1 | 0 | 1, down: -1 | 0 | 1): void {
    const { open } = this.state.getState();
    if (!open) return;
    const { column, columns, row } = open.part;
    if (across !== 0 && columns === 1 && open.whole) this.#parts.later(this.step(across as 1 | -1));
    else this.#place((picture, room) => partAt(this.#placed, column + across, row + down, picture, room));
  }

  async toggleInvert(): Promise<void> {
    const invert = !this.state.getState().invert;
    this.state.setState({ invert });
    this.#view?.invert(invert && this.#parts.style().night);
    this.#intend();
    await changeSetting(this.#parts.database, pictureSettings, { invertAtNight: invert });
  }

  async save(): Promise<void> {
    const { savePicture, state } = this.#parts;
    await this.#keep((image) => savePng(savePicture, state.getState().title, image));
  }

  async copy(): Promise<void> {
    await this.#keep(copyPng);
  }

  /** The window's size changed. */
  resized(): void {
    this.#place((picture, room) =>
      this.state.getState().open?.fits
        ? placeAt(fitScale(picture, room), picture, room)
        : clamp(this.#placed, picture, room),
    );
  }

  /** Back to the page. */
  leave(): void {
    const { touch, room, intend, view } = this.#parts;
    touch();
    // Its greys would shine through the text.
    const ghosts = this.state.getState().open?.kind === 'picture';
    this.close();
    intend('page', pageRegion(room()), { turn: false, again: true, imageShare: view.pictureShare(), ghosts });
  }

  close(): void {
    this.#asked++;
    this.#coming = undefined;
    this.#view?.close();
    this.#view = undefined;
    this.#pictures = [];
    if (this.state.getState().open) this.state.setState({ open: undefined, outcome: undefined });
  }

  turning(_: unknown, relaid: boolean): void {
    if (!relaid) this.close();
  }

  async #openFirst(find: () => Promise<ShownPictures | undefined>): Promise<void> {
    const asked = ++this.#asked;
    const shown = await find();
    // The page was turned meanwhile, or another one asked for.
    if (!shown || asked !== this.#asked) return;
    this.#parts.touch();
    this.#pictures = shown.pictures;
    await this.#show(shown.at, false);
  }

  /** `false` when it is an ornament. */
  async #show(index: number, passOrnaments: boolean): Promise<boolean> {
    const asked = ++this.#asked;
    this.#coming = index;
    try {
      return await this.#layOut(index, passOrnaments, asked);
    } finally {
      if (asked === this.#asked) this.#coming = undefined;
    }
  }

  /** `false` when it is an ornament; nothing is shown either when something else was asked for meanwhile. */
  async #layOut(index: number, passOrnaments: boolean, asked: number): Promise<boolean> {
    const picture = this.#pictures[index];
    const host = this.#host;
    if (!picture || !host) return true;
    const view = await picture.show(host, this.#parts.style());
    const { width, height } = view;
    const ornament = picture.kind === 'picture' && width <= ornamentSize && height <= ornamentSize;
    if (asked !== this.#asked || (passOrnaments && ornament)) {
      view.close();
      return asked !== this.#asked;
    }
    const room = roomOf(host);
    const fit = fitScale(view, room);
    await view.sharpen?.(fit);
    if (asked !== this.#asked) {
      view.close();
      return true;
    }
    const { invert } = this.state.getState();
    view.invert(picture.kind === 'picture' && invert && this.#parts.style().night);
    const before = this.#view;
    this.#view = view;
    // Tables and formulas are read, so they keep the size of text, even where not all of them is seen at once.
    this.#placed = placeAt(picture.kind === 'picture' ? fit : 1, view, room, this.#direction() === 'rtl');
    view.place(this.#placed.scale, this.#placed.left, this.#placed.top);
    view.show();
    before?.close();
    this.#commit(index);
    return true;
  }

  async #keep(to: (image: Blob) => Promise<PictureOutcome>): Promise<void> {
    const view = this.#view;
    this.#parts.touch();
    const image = await view?.png?.();
    const outcome = image && (await to(image));
    // Another one is shown by now.
    if (!outcome || view !== this.#view) return;
    this.state.setState({ outcome });
    const { left: x, bottom: y, width } = this.#host?.getBoundingClientRect() ?? new DOMRect();
    this.#parts.intend('key', { x, y, width, height: window.innerHeight - y });
  }

  #place(placed: (picture: Size, room: Size) => Placement): void {
    const size = this.#sizes();
    const { open } = this.state.getState();
    if (!size || !open) return;
    this.#parts.touch();
    const next = placed(size.picture, size.room);
    const { scale, left, top } = this.#placed;
    if (next.scale === scale && next.left === left && next.top === top) return;
    this.#placed = next;
    this.#view?.place(next.scale, next.left, next.top);
    this.#commit(open.index);
  }

  #commit(index: number): void {
    const picture = this.#pictures[index];
    const size = this.#sizes();
    if (!picture || !size) return;
    const own = picture.kind === 'picture' ? ownScale(window.devicePixelRatio) : 1;
    const part = partShown(this.#placed, size.picture, size.room);
    const whole = part.columns === 1 && part.rows === 1;
    const isFit = Math.abs(this.#placed.scale / fitScale(size.picture, size.room) - 1) < 0.001;
    const fits = picture.kind === 'picture' ? isFit : whole;
    this.state.setState({
      outcome: undefined,
      open: {
        kind: picture.kind,
        caption: picture.caption,
        index,
        count: this.#pictures.length,
        percent: Math.round((this.#placed.scale / own) * 100),
        ...{ whole, fits },
        part,
        file: this.#view?.png !== undefined,
      },
    });
    this.#intend();
  }

  /** As the text runs, which the reader may have set otherwise than the book. */
  #direction(): 'ltr' | 'rtl' {
    const { book, settings } = this.#parts;
    return directionOf(book.facts, settings.reading());
  }

  #sizes(): { picture: Size; room: Size } | undefined {
    return this.#view && this.#host && { picture: this.#view, room: roomOf(this.#host) };
  }

  #intend(): void {
    const { left: x, top: y, width, height } = this.#host?.getBoundingClientRect() ?? new DOMRect();
    this.#parts.intend('image', { x, y, width, height });
  }

  async #readSetting(): Promise<void> {
    const { invertAtNight } = await readSetting(this.#parts.database, pictureSettings);
    this.state.setState({ invert: invertAtNight });
  }
}

function roomOf(host: HTMLElement): Size {
  return { width: Math.max(1, host.clientWidth), height: Math.max(1, host.clientHeight) };
}
