// Shows which element is being read aloud: with the class that the book wants it to have, and with a mark of our own,
// which is seen on every panel. No node of the book is added or moved.

import { spokenName } from '../highlights/mark-css.ts';
import type { Slot } from '../layout/slot.ts';
import type { Publication } from '../package/publication.ts';
import type { Phrase } from './phrase.ts';

type Spoken = Pick<Phrase, 'section' | 'fragment'>;

export class SpokenElement {
  readonly #classes: Publication['spoken'];
  #spoken: Spoken | undefined;

  constructor(classes: Publication['spoken']) {
    this.#classes = classes;
  }

  replace(spoken: Spoken | undefined): void {
    this.#spoken = spoken;
  }

  draw({ shell, unit }: Slot): void {
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
      return;
    }
    if (activeClass) element.classList.add(activeClass);
    const range = document.createRange();
    range.selectNodeContents(element);
    window.CSS.highlights.set(spokenName, new window.Highlight(range));
  }
}
