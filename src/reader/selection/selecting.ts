// Selects words: by a finger that is held and moved, by the two handles, or by keys alone, and over the end of the page
// and of the chapter. Knows what is selected, and nothing of what is done with it.

import type { PageNumbers, PageText, Selected, TextSpan } from '../../book/book.ts';
import { copyText } from '../../ui/copy-text.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { changedRegions } from './changed-words.ts';
import { CrossingChapters } from './crossing-chapters.ts';
import {
  cursorCharacter,
  type Growing,
  moved,
  reached,
  spanOf,
  swapped,
  wordAlone,
  wordTowards,
} from './grow-selection.ts';
import { keptAnew, type LaidSelection } from './keep-selection.ts';
import { type SelectionCommand, selectionCommand } from './selection-keys.ts';
import { partsOf, reversed, type Selection, spansOf, wholeOf, withoutPassedEdge } from './selection-parts.ts';

/** Milliseconds that a finger waits at the page's edge before the page turns under it. */
const edgeTime = 700;
/** Pages that one step of the keys may lead over. */
const farthest = 8;

export class Selecting implements Feature {
  readonly #parts: FeatureParts;
  /** What the page that is being turned to shows as selected. */
  #carried: Selection | undefined;
  readonly #crossing: CrossingChapters;
  /** Laid out anew, the page does not show it; a window that is turned back at once does. */
  #away: LaidSelection | undefined;
  #edgeTimer: ReturnType<typeof setTimeout> | undefined;
  #turning = false;
  /** The state outlives the book where it is opened anew. */
  readonly #unsubscribe: () => void;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.#crossing = new CrossingChapters(parts);
    const { view } = parts;
    // Whoever ends the selection: its words are painted as they were.
    this.#unsubscribe = parts.state.subscribe((now, before) => {
      if (before.selection && !now.selection) parts.intend('key', before.selection.selected.box);
    });
    view.on('held', ({ x, y }) => this.hold(x, y));
    view.on('dragged', ({ x, y }) => this.dragTo(x, y));
    view.on('released', () => this.release());
    view.on('key', (event) => this.shortcut(event));
  }

  /** Of the page that is shown. */
  get text(): PageText | undefined {
    return this.#parts.view.text();
  }

  get vertical(): boolean {
    return this.#parts.view.text()?.vertical ?? false;
  }

  get leftward(): boolean {
    return this.#parts.view.text()?.leftward ?? false;
  }

  get current(): Selection | undefined {
    return this.#parts.state.getState().selection;
  }

  /** By keys: the first word of the page, to be moved from there. */
  begin(): void {
    const text = this.#parts.view.text();
    const word = text?.wordAt(text.shown().start);
    if (!text || !word) return;
    this.#parts.state.setState({ panel: undefined, chosen: undefined });
    this.#apply(wordAlone(word), 'keys', text, []);
  }

  /** The word at a point; it can be made longer by moving on. */
  hold(x: number, y: number): boolean {
    const text = this.#parts.view.text();
    const offset = text?.offsetAt(x, y);
    const word = offset === undefined ? undefined : text?.wordAt(offset);
    if (!text || !word) return false;
    this.#parts.state.setState({ chosen: undefined });
    this.#apply(wordAlone(word), 'hand', text, []);
    return true;
  }

  /** A handle is touched: the other end stays where it is. */
  grab(edge: 'start' | 'end'): void {
    const { current } = this;
    if (!current) return;
    const { start, end } = current.selected;
    const anchor = edge === 'start' ? end : start;
    const growing = { anchor: { start: anchor, end: anchor }, cursor: edge === 'start' ? start : end, extending: true };
    this.#parts.state.setState({ selection: { ...current, growing, by: 'hand' }, chosen: undefined });
  }

  dragTo(x: number, y: number): void {
    const { current } = this;
    const text = this.#parts.view.text();
    if (!current || !text) return;
    this.#watchEdge(x, y, text);
    const offset = text.offsetAt(x, y);
    const word = offset === undefined ? undefined : wordTowards(text, offset, current.growing);
    if (word) this.#apply(reached(current.growing, word), 'hand', text);
  }

  /** The finger is lifted: what to do with the words is asked beside them. */
  release(): void {
    clearTimeout(this.#edgeTimer);
    this.showMenu();
  }

  showMenu(): void {
    const { current } = this;
    if (!current) return;
    const [first, ...others] = partsOf(current);
    const { box } = current.selected;
    if (!first) return;
    const parts = [first, ...others] as const;
    if (this.#parts.view.kept) this.#parts.later(this.#chooseWhatIsKept(parts, current));
    else this.#parts.state.setState({ chosen: { kind: 'new', parts, box } });
  }

  /** The menu opens once it is known whether these words can be marked: all of them, or none. */
  async #chooseWhatIsKept(parts: readonly [Selected, ...Selected[]], of: Selection): Promise<void> {
    const { view, state } = this.#parts;
    const found = await Promise.all(parts.map((part) => view.kept?.(part)));
    if (this.current !== of) return;
    const kept = found.every((part) => part !== undefined) ? found : [];
    state.setState({ chosen: { kind: 'new', parts, kept, box: of.selected.box } });
  }

  /** True when the key means something for the selection. */
  key(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    const { current } = this;
    const text = this.#parts.view.text();
    const command = current && text && selectionCommand(event, text, current.growing.extending);
    if (!command) return false;
    this.#parts.touch();
    // What is pressed while a page turns would be lost under it.
    if (this.#turning || this.#crossing.underWay) return true;
    this.#carryOut(command, current, text);
    return true;
  }

  /** Copies by the usual keys; true when it did. */
  shortcut(event: KeyboardEvent): boolean {
    const { current } = this;
    if (!current || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'c') return false;
    const [first, ...others] = partsOf(current);
    if (first) this.#parts.later(copyText(wholeOf([first, ...others]).text));
    return true;
  }

  end(): void {
    clearTimeout(this.#edgeTimer);
    if (!this.current) return;
    this.#parts.view.clearSelection();
    this.#parts.state.setState({ selection: undefined, chosen: undefined });
  }

  touched(): void {
    this.#away = undefined;
  }

  /** Whoever turns the page otherwise gives the selection up; a page that is laid out anew keeps it. */
  turning(_: PageNumbers, relaid: boolean): void {
    if (relaid) {
      this.#layAnew();
      return;
    }
    this.#away = undefined;
    if (this.#crossing.turning()) return;
    const { state, view } = this.#parts;
    const carried = this.#carried;
    if (!carried && !this.current) return;
    const selected = carried && view.select(carried.selected, spansOf(carried.passed));
    if (!selected) view.clearSelection();
    const selection = selected && carried && { ...carried, selected: withoutPassedEdge(selected, carried.passed) };
    state.setState({ selection, chosen: undefined });
  }

  close(): void {
    clearTimeout(this.#edgeTimer);
    this.#unsubscribe();
  }

  #layAnew(): void {
    const { state, view } = this.#parts;
    const { selection, chosen, panel } = state.getState();
    const before = selection ? { selection, chosen } : panel ? undefined : this.#away;
    if (!before) return;
    const now = keptAnew(before, view);
    this.#away = now ? undefined : before;
    if (!now) view.clearSelection();
    state.setState(now ?? { selection: undefined, chosen: undefined });
  }

  #carryOut(command: SelectionCommand, current: Selection, text: PageText): void {
    const { growing } = current;
    switch (command.kind) {
      case 'menu':
        this.showMenu();
        return;
      case 'fix':
        this.#parts.state.setState({ selection: { ...current, growing: { ...growing, extending: true }, by: 'keys' } });
        return;
      case 'swap': {
        const ends = reversed(current);
        if (ends) this.#parts.later(this.#crossing.comeTo(ends.to, ends.left, text, 'keys'));
        else this.#apply(swapped(growing, text), 'keys', text);
        return;
      }
      case 'sentence': {
        const end = text.move(growing.cursor - 1, 'sentence', 1, 'end');
        const start = end === undefined ? undefined : text.move(end, 'sentence', -1, 'start');
        if (start === undefined || end === undefined) return;
        this.#apply({ anchor: { start, end }, cursor: end, extending: true }, 'keys', text, []);
        return;
      }
      case 'move': {
        const next = moved(growing, command, text);
        const { start, end } = next ? spanOf(next, text.chapterUid) : { start: 0, end: 0 };
        if (next && end > start) this.#apply(next, 'keys', text);
        else this.#parts.later(this.#crossing.goOn(command.direction, 'keys', text, !command.extend));
      }
    }
  }

  #apply(growing: Growing, by: Selection['by'], text: PageText, passed = this.current?.passed ?? []): void {
    const { view, state } = this.#parts;
    const span = spanOf(growing, text.chapterUid);
    const before = this.current?.selected;
    const page = view.pageOf(text.chapterUid, cursorCharacter(growing));
    if (page !== undefined && page !== view.place()?.page && !this.#turning && by === 'keys') {
      this.#parts.later(this.#turnTo(page, { growing, by, passed }, span));
      return;
    }
    if (before && before.chapterUid === span.chapterUid && before.start === span.start && before.end === span.end) {
      if (this.current) state.setState({ selection: { ...this.current, growing, by } });
      return;
    }
    const selected = view.select(span, spansOf(passed));
    if (!selected) return;
    state.setState({ selection: { selected: withoutPassedEdge(selected, passed), growing, by, passed } });
    for (const region of changedRegions(before, selected, text)) {
      this.#parts.intend('key', region);
    }
  }

  /** Turns as far as the cursor's page; what is selected comes along in the same frames. */
  async #turnTo(page: number, along: Omit<Selection, 'selected'>, span: TextSpan): Promise<void> {
    const { view, inOrder } = this.#parts;
    const selected = view.select(span, spansOf(along.passed));
    if (!selected || this.#turning) return;
    this.#turning = true;
    this.#carried = { selected, ...along };
    try {
      for (let turns = 0; turns < farthest && (view.place()?.page ?? page) !== page; turns++) {
        const forward = page > (view.place()?.page ?? 0);
        await inOrder((pages) => (forward ? pages.next() : pages.previous()));
      }
    } finally {
      this.#carried = undefined;
      this.#turning = false;
    }
  }

  /** A finger that rests beyond the last line turns the page, and selects on from there. */
  #watchEdge(x: number, y: number, text: PageText): void {
    clearTimeout(this.#edgeTimer);
    const { width, height, rem } = this.#parts.room();
    const edge = 2.2 * rem;
    const ahead = text.vertical ? (text.leftward ? x < edge : x > width - edge) : y > height - edge;
    const behind = text.vertical ? (text.leftward ? x > width - edge : x < edge) : y < edge;
    if (!ahead && !behind) return;
    this.#edgeTimer = setTimeout(() => this.#parts.later(this.#turnUnderFinger(ahead ? 1 : -1, text)), edgeTime);
  }

  async #turnUnderFinger(direction: 1 | -1, text: PageText): Promise<void> {
    const { current } = this;
    if (!current || this.#parts.view.text() !== text) return;
    const { start, end } = text.shown();
    const word = text.wordAt(direction > 0 ? end : start - 1);
    const page = word && this.#parts.view.pageOf(text.chapterUid, word.start);
    if (!word || page === undefined || page === this.#parts.view.place()?.page) {
      // The first word is the answer where there is none before.
      if (!word || (direction < 0 && word.start >= start)) await this.#crossing.goOn(direction, 'hand', text, false);
      return;
    }
    const growing = reached(current.growing, word);
    const along = { growing, by: 'hand' as const, passed: current.passed };
    await this.#turnTo(page, along, spanOf(growing, text.chapterUid));
  }
}
