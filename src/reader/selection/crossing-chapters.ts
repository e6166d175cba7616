// Takes a selection into the next chapter, or into the next piece of a long one, and back: turns the page, and has what is
// selected there shown in the same frame.

import type { PageText, TextSpan } from '../../book/book.ts';
import type { FeatureParts } from '../feature.ts';
import { changedRegions } from './changed-words.ts';
import { cursorCharacter, type Growing, spanOf, wordAlone } from './grow-selection.ts';
import { type Passed, type Selection, spansOf, toEdge, withoutPassedEdge } from './selection-parts.ts';

/** On the way into another chapter, or into another piece of a long one. */
interface Crossing {
  direction: 1 | -1;
  by: Selection['by'];
  /** What is selected in the ones that were left. */
  passed: readonly Passed[];
  /** The text that is left. */
  from: TextSpan;
  /** What was selected where the cursor comes back to; absent where it goes on. */
  to: Passed | undefined;
  /** Only the next word is wanted; nothing is selected on the way. */
  seeking: boolean;
}

/** Pages without words that one step may lead over. */
const farthest = 8;

export class CrossingChapters {
  underWay = false;
  readonly #parts: FeatureParts;
  #crossing: Crossing | undefined;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
  }

  get current(): Selection | undefined {
    return this.#parts.state.getState().selection;
  }

  /** In the frame of a page: `true` where it was turned to by this. */
  turning(): boolean {
    const crossing = this.#crossing;
    if (!crossing) return false;
    // Of two pages side by side, the one that is read last comes first on the way back.
    if (crossing.direction < 0 && !crossing.to) while (this.#parts.view.readOn?.(1));
    this.#arrive(crossing);
    return true;
  }

  /** The cursor goes on where the chapter ends, or comes back to where it came from. */
  async goOn(direction: 1 | -1, by: Selection['by'], text: PageText, seeking: boolean): Promise<void> {
    const { current } = this;
    if (!current || this.underWay) return;
    const { view, state } = this.#parts;
    const last = current.passed.at(-1);
    if (last && last.direction !== direction) return this.comeTo(last, current.passed.slice(0, -1), text, by);
    const growing = seeking ? current.growing : toEdge(current.growing, text.whole(), direction);
    const selected = view.select(spanOf(growing, text.chapterUid), spansOf(current.passed));
    if (!selected) return;
    // What the book's end is left with.
    const kept = { selected: withoutPassedEdge(selected, current.passed), growing, by, passed: current.passed };
    state.setState({ selection: kept, chosen: undefined });
    const here = { selected, growing, direction };
    const passed = seeking ? [] : [...current.passed, here];
    const left = await this.#travel({ direction, by, passed, from: text.whole(), to: undefined, seeking });
    // Only pages without words came.
    if (left === 'nowhere') await this.comeTo(here, current.passed, text, by);
  }

  /** Back to what was selected before, with what is left of the selection. */
  async comeTo(to: Passed, passed: readonly Passed[], text: PageText, by: Selection['by']): Promise<void> {
    if (this.underWay) return;
    this.underWay = true;
    this.#crossing = { direction: to.direction, by, passed, from: text.whole(), to, seeking: false };
    try {
      const target = { chapterUid: to.selected.chapterUid, offset: cursorCharacter(to.growing) };
      await this.#parts.inOrder((view) => view.goTo(target));
    } finally {
      this.#stop();
    }
  }

  /** Page by page; pages without words are passed by. `nowhere`: the reader was led away, and to no words. */
  async #travel(crossing: Crossing): Promise<'there' | 'here' | 'nowhere'> {
    const { view, inOrder, intend } = this.#parts;
    const { direction } = crossing;
    this.underWay = true;
    this.#crossing = crossing;
    let turns = 0;
    try {
      while (turns < farthest && this.#crossing) {
        if (view.readOn?.(direction)) {
          this.#arrive(crossing);
          const { selected } = this.current ?? {};
          const text = view.text();
          const changed = selected && text ? changedRegions(undefined, selected, text) : [];
          for (const box of changed) intend('key', box);
        } else if (await this.#turned(direction, inOrder)) turns++;
        else break;
      }
      if (!this.#crossing) return 'there';
      return turns > 0 ? 'nowhere' : 'here';
    } finally {
      this.#stop();
    }
  }

  #stop(): void {
    this.#crossing = undefined;
    this.underWay = false;
  }

  async #turned(direction: 1 | -1, inOrder: FeatureParts['inOrder']): Promise<boolean> {
    let turned = false;
    await inOrder(async (pages) => {
      turned = (await (direction > 0 ? pages.next() : pages.previous())) !== undefined;
    });
    return turned;
  }

  /** In the frame of the page: it shows at once what of it is selected. */
  #arrive(crossing: Crossing): void {
    const { view, state } = this.#parts;
    const { by, passed, to } = crossing;
    const { current } = this;
    if (!current) {
      this.#stop();
      return;
    }
    const text = view.text();
    const arrived = text && hasArrived(text, crossing);
    const growing = arrived ? (to?.growing ?? firstWord(text, crossing)) : undefined;
    const span = text && growing && spanOf(growing, text.chapterUid);
    const selected = span && view.select(span, spansOf(passed));
    if (growing && selected) {
      this.#crossing = undefined;
      const selection = { selected: withoutPassedEdge(selected, passed), growing, by, passed };
      state.setState({ selection, chosen: undefined });
      return;
    }
    const away = { ...current.selected, startEdge: undefined, endEdge: undefined };
    state.setState({ selection: { ...current, selected: away }, chosen: undefined });
  }
}

function hasArrived(text: PageText, { to, from, direction }: Crossing): boolean {
  const { chapterUid, start, end } = text.whole();
  if (to) return chapterUid === to.selected.chapterUid && start < to.selected.end && end > to.selected.start;
  if (chapterUid !== from.chapterUid) return true;
  return direction > 0 ? start >= from.end : end <= from.start;
}

function firstWord(text: PageText, { direction, seeking }: Crossing): Growing | undefined {
  const { start, end } = text.whole();
  const edge = direction > 0 ? start : end;
  const at = direction > 0 ? edge : text.move(edge, 'word', -1, 'start');
  const word = at === undefined ? undefined : text.wordAt(at);
  if (!word) return undefined;
  if (seeking) return wordAlone(word);
  return { anchor: { start: edge, end: edge }, cursor: direction > 0 ? word.end : word.start, extending: true };
}
