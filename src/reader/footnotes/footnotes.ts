// Notes that were asked for, one over the other: laid out unseen in the frame that the view gives, then shown in one
// commit. Knows where a note goes on the page, not how its panel looks.

import { createStore } from 'zustand/vanilla';
import type { ReadingStyle, ViewEvents } from '../../book/book.ts';
import type { BookNote, NoteLink, NoteView } from '../../book/excerpt.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { swipeAction } from '../input/input.ts';

export interface OpenNote {
  /** Another one for every note that is asked for. */
  id: number;
  /** Where its panel lies, so that the link that asked for it stays in sight. */
  side: 'top' | 'bottom';
  /** CSS pixels of the note's own frame. */
  height: number;
  /** From 0. */
  page: number;
  pages: number;
  /** Notes below this one. */
  depth: number;
  /** On the page that is shown. */
  links: readonly NoteLink[];
}

interface Shown {
  id: number;
  note: BookNote;
  view: NoteView;
}

/** Share of the page's height that a note may take. */
const tallest = 0.45;
/** Share of the reader's text size. */
const noteSize = 0.9;

export class Footnotes implements Feature {
  readonly state = createStore<{ open?: OpenNote | undefined }>(() => ({}));
  readonly #parts: FeatureParts;
  readonly #shown: Shown[] = [];
  #host: HTMLElement | undefined;
  #side: OpenNote['side'] = 'bottom';
  #asked = 0;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    parts.view.on('noteAsked', (asked) => {
      parts.touch();
      parts.later(this.ask(asked));
    });
  }

  /** The element that notes are laid out in; it is as wide as the page. */
  attach(host: HTMLElement | null): void {
    this.#host = host ?? undefined;
  }

  async ask({ note, box }: ViewEvents['noteAsked']): Promise<void> {
    const host = this.#host;
    if (!host) return;
    const asked = ++this.#asked;
    const room = this.#parts.room();
    if (box) this.#side = box.y + box.height / 2 > room.height / 2 ? 'top' : 'bottom';
    host.style.height = `${Math.round(room.height * tallest)}px`;
    const view = await note.show(host, noteStyle(this.#parts.style(), room.rem));
    // Another note was asked for since, or the page was turned.
    if (asked !== this.#asked) {
      view.close();
      return;
    }
    view.listen({
      tap: ({ x }) => this.turn(x > room.width / 2 ? 1 : -1),
      swipe: ({ direction }) => this.turn(swipeAction(direction, 'ltr') === 'next' ? 1 : -1),
      key: (event) => this.#parts.key(event),
    });
    this.#shown.push({ id: asked, note, view });
    this.#show();
  }

  turn(step: -1 | 1): void {
    this.#parts.touch();
    if (!this.#shown.at(-1)?.view.turn(step)) return;
    this.#update();
    this.#parts.intend('panel', this.#region());
  }

  /** Back to the note that this one was asked from. */
  back(): void {
    this.#parts.touch();
    this.#shown.pop()?.view.close();
    if (this.#shown.length === 0) this.close();
    else this.#show();
  }

  /** As a tap on the link does. */
  follow(link: NoteLink): void {
    this.#parts.touch();
    link.press();
  }

  goThere(): void {
    const target = this.#shown.at(-1)?.note.target;
    if (target) this.#parts.jump(target);
  }

  close(): void {
    this.#asked++;
    for (const { view } of this.#shown.splice(0)) view.close();
    if (this.state.getState().open) this.state.setState({ open: undefined });
  }

  turning(): void {
    this.close();
  }

  #show(): void {
    const { depth } = this.state.getState().open ?? {};
    for (const { view } of this.#shown.slice(0, -1)) view.hide();
    this.#shown.at(-1)?.view.show();
    this.#update();
    // The panel tells of itself only when it appears.
    if (depth !== undefined) this.#parts.intend('panel', this.#region());
  }

  #update(): void {
    const top = this.#shown.at(-1);
    if (!top) return;
    const { page, pages, height } = top.view;
    const depth = this.#shown.length - 1;
    const links = top.view.links();
    this.state.setState({ open: { id: top.id, side: this.#side, height, page, pages, depth, links } });
  }

  #region() {
    const { width, height, rem } = this.#parts.room();
    const tall = (this.state.getState().open?.height ?? 0) + 5 * rem;
    return { x: 0, y: this.#side === 'top' ? 0 : height - tall, width, height: tall };
  }
}

function noteStyle(style: ReadingStyle, rem: number): ReadingStyle {
  const { left, right } = style.margin;
  const side = Math.min(left, right);
  return {
    ...style,
    columns: 1,
    fontSize: Math.round(style.fontSize * noteSize),
    margin: { top: Math.round(0.9 * rem), bottom: Math.round(0.6 * rem), left: side, right: side },
  };
}
