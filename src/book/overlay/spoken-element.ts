// Shows which element is being read aloud: with the class that the book wants it to have, and with a mark of our own,
// which is seen on every panel. No node of the book is added or moved.

import type { Box } from '../book.ts';
import { seenBox } from '../highlights/drawn-selection.ts';
import { spokenName } from '../highlights/mark-css.ts';
import type { Slot } from '../layout/slot.ts';
import type { Publication } from '../package/publication.ts';
import type { Phrase } from './phrase.ts';

type Spoken = Pick<Phrase, 'section' | 'fragment'>;

export class SpokenElement {
  readonly #classes: Publication['spoken'];
  #spoken: Spoken | undefined;
  readonly #ranges = new WeakMap<Slot, Range>();

  constructor(classes: Publication['spoken']) {
    this.#classes = classes;
  }

  /** Gives what changes of it where it is seen. */
  replace(spoken: Spoken | undefined, laidOut: readonly Slot[], shown: readonly Slot[]): Box[] {
    const seen = laidOut.filter((slot) => shown.includes(slot));
    const boxes = () => seen.flatMap((slot) => this.#boxIn(slot) ?? []);
    const before = boxes();
    this.#spoken = spoken;
    for (const slot of laidOut) this.draw(slot);
    return [...before, ...boxes()];
  }

  draw(slot: Slot): void {
    const { shell, unit } = slot;
    const { document, window } = shell;
    const { activeClass, playingClass } = this.#classes;
    if (activeClass)
      for (const old of document.querySelectorAll(`.${CSS.escape(activeClass)}`)) old.classList.remove(activeClass);
    if (playingClass) document.documentElement.classList.toggle(playingClass, this.#spoken !== undefined);
    const spoken = this.#spoken;
    const here = spoken && unit?.section === spoken.section ? spoken : undefined;
    const element = here && (here.fragment ? document.getElementById(here.fragment) : document.body);
    if (!element) {
      window.CSS.highlights.delete(spokenName);
      this.#ranges.delete(slot);
      return;
    }
    if (activeClass) element.classList.add(activeClass);
    const range = document.createRange();
    range.selectNodeContents(element);
    window.CSS.highlights.set(spokenName, new window.Highlight(range));
    this.#ranges.set(slot, range);
  }

  #boxIn(slot: Slot): Box | undefined {
    const range = this.#ranges.get(slot);
    return range && seenBox(slot.shell, range);
  }
}
