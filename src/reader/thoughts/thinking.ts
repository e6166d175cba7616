// Thoughts about words of the book: writes, changes and deletes them, each an event in the store first, and knows which
// ones a sheet is about.

import { createStore } from 'zustand/vanilla';
import type { PageNumbers } from '../../book/book.ts';
import { type ThoughtRow, thoughtChange, type Visibility } from '../../db/marks/thoughts.ts';
import { openUnfinished, type Unfinished } from '../../db/marks/unfinished-thoughts.ts';
import type { ThoughtEvent } from '../../db/outbox/events.ts';
import { newEventId } from '../../db/outbox/record-event.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { chapterNameOf } from '../marks/chapter-name.ts';
import { drawnThoughtId } from '../marks/new-mark.ts';
import { signsOn } from '../marks/signs.ts';
import type { Subject } from '../selection/subject.ts';

/** Longest that the service takes of the words and of the address. */
const textLimit = 16_384;
const cfiLimit = 2048;

export class Thinking implements Feature {
  /** `atRisk`: the store does not take what is being written; a dialog would take the letters that follow. */
  readonly state = createStore<{ atRisk: boolean }>(() => ({ atRisk: false }));
  readonly #parts: FeatureParts;
  readonly #unfinished: Unfinished;
  /** What is on its way to the store, by the words that its sheet is about; removals, by the thought's id. */
  readonly #recording = new Map<Subject | string, Promise<boolean>>();

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    const { database, bookId, report } = parts;
    const unfinished = openUnfinished(database, bookId, (error) => {
      if (error !== undefined) report(error);
      this.state.setState({ atRisk: error !== undefined });
    });
    parts.later(unfinished.read());
    this.#unfinished = unfinished;
    parts.view.on('markTapped', ({ id }) => this.#tapped(id));
    parts.view.on('marksFound', () => this.#showSigns());
  }

  /** Sheets about words of the page that was left are gone with it. */
  turning(_: PageNumbers, relaid: boolean): void {
    if (!relaid) this.#parts.state.setState({ about: undefined, thought: undefined, ranges: undefined });
  }

  /** A sheet to write about these words. */
  write(about: Subject): void {
    this.#parts.state.setState({ about, thought: undefined, panel: 'thought', chosen: undefined });
  }

  edit(thought: ThoughtRow): void {
    this.#parts.state.setState({ about: subjectOf(thought), thought, panel: 'thought', chosen: undefined });
  }

  /** What was begun about these words, or of this thought, and not kept. */
  begun(): string | undefined {
    const subject = this.#subject();
    return subject && this.#unfinished.find(subject)?.content;
  }

  /**
   * Stores what stands in the sheet, so that it is there again whatever ends it; empty, or as the thought is: it is given
   * up.
   */
  typed(text: string): void {
    const subject = this.#subject();
    if (!subject) return;
    const content = text === this.#parts.state.getState().thought?.content ? '' : text;
    const before = this.#unfinished.find(subject);
    // Begun about other words around these, it goes on here.
    if (before && (before.start !== subject.start || before.end !== subject.end)) {
      this.#parts.later(this.#unfinished.store({ ...before, content: '' }));
    }
    this.#parts.later(this.#unfinished.store({ ...subject, content }));
  }

  #subject() {
    const { about, thought } = this.#parts.state.getState();
    if (!about) return undefined;
    const { chapterUid, start, end } = thought ?? about;
    return { chapterUid, start, end, thoughtId: thought?.thoughtId };
  }

  /** The reader's thoughts on ranges of a chapter. */
  on(chapterUid: number, ranges: readonly { start: number; end: number }[]): ThoughtRow[] {
    return this.#parts.marks
      .beside()
      .thoughts.filter((thought) => thought.chapterUid === chapterUid)
      .filter((thought) => ranges.some(({ start, end }) => thought.start < end && thought.end > start));
  }

  show(chapterUid: number, ranges: readonly { start: number; end: number }[]): void {
    const [first] = this.on(chapterUid, ranges);
    if (first) this.#parts.state.setState({ about: subjectOf(first), ranges, panel: 'thoughts', chosen: undefined });
  }

  /** Keeps what was written, once however often it is asked for; `false` where the store does not take it. */
  async keep(content: string, visibility: Visibility): Promise<boolean> {
    const { state, now } = this.#parts;
    const { about, thought } = state.getState();
    const text = content.trim();
    if (!about || text === '') return false;
    const subject = this.#subject();
    return this.#once(about, async () => {
      const kept = await this.#record(
        about,
        thought
          ? [{ kind: 'thought.change', thought, change: thoughtChange(thought, text, visibility) }]
          : this.#additions(about, text, visibility, now()),
      );
      const draft = subject && this.#unfinished.find(subject);
      // Letters that were typed meanwhile are not kept with it, and not taken away.
      if (kept && draft?.content.trim() === text) this.#parts.later(this.#unfinished.store({ ...draft, content: '' }));
      return kept;
    });
  }

  async remove(thought: ThoughtRow): Promise<boolean> {
    const { bookId, thoughtId } = thought;
    const { about = subjectOf(thought) } = this.#parts.state.getState();
    return this.#once(thoughtId, () => this.#record(about, [{ kind: 'thought.remove', bookId, thoughtId }]));
  }

  /** A thought that comes from elsewhere, such as a translation that is to be kept. */
  async add(about: Subject, content: string): Promise<boolean> {
    return this.#once(about, () => this.#record(about, this.#additions(about, content, 'private', this.#parts.now())));
  }

  /** A second press while the store is busy is the first one's. */
  #once(what: Subject | string, record: () => Promise<boolean>): Promise<boolean> {
    const running = this.#recording.get(what);
    if (running) return running;
    const recording = record().finally(() => this.#recording.delete(what));
    this.#recording.set(what, recording);
    return recording;
  }

  /** Beside the words of each chapter. */
  #additions(about: Subject, content: string, visibility: Visibility, now: number): ThoughtEvent[] {
    return (about.parts ?? [about]).map((part) => ({
      kind: 'thought.add',
      thought: this.#newThought(part, content, visibility, now),
    }));
  }

  #newThought(about: Subject, content: string, visibility: Visibility, now: number): ThoughtRow {
    const { bookId, bookVersion, view, book } = this.#parts;
    const { chapterUid, start, end, text, words, before, after, cfi } = about;
    // What was marked before is known by its place in the kept text alone.
    const shownIn = about.shownIn ?? (view.kept ? undefined : chapterUid);
    const chapterName = chapterNameOf(shownIn === undefined ? undefined : { chapterUid: shownIn }, book, view.place());
    return {
      thoughtId: newEventId(),
      ...{ bookId, bookVersion, chapterUid, start, end, content, visibility },
      abstract: words.replace(/\s+/gu, ' ').trim().slice(0, textLimit),
      ...(text.length <= textLimit ? { textQuote: text } : {}),
      ...(before ? { textBefore: before } : {}),
      ...(after ? { textAfter: after } : {}),
      ...(cfi && cfi.length <= cfiLimit ? { cfi } : {}),
      ...(chapterName ? { chapterName } : {}),
      createTime: now,
      editTimes: { content: now, visibility: now },
    };
  }

  async #record(about: Subject, events: readonly ThoughtEvent[]): Promise<boolean> {
    const { marks, state, onChange, report, view, page } = this.#parts;
    const { panel } = state.getState();
    try {
      await marks.record(events);
    } catch (error) {
      report(error);
      state.setState({ unkept: true });
      return false;
    }
    onChange();
    if (!marks.attached()) return true;
    const shown = page();
    const now = state.getState();
    // Another sheet that was opened meanwhile stays.
    const here = now.about === about && now.panel === panel;
    if (here) view.clearSelection();
    state.setState({
      ...(here ? { panel: undefined, about: undefined, thought: undefined, selection: undefined } : {}),
      signs: shown ? signsOn(view, marks.beside(), shown) : [],
    });
    for (const part of about.parts ?? [about]) this.#painted(part);
    return true;
  }

  /** The words are drawn otherwise, and their sign comes or goes in the margin beside them. */
  #painted({ chapterUid, start, end }: Subject): void {
    const { view, intend, room } = this.#parts;
    const text = view.text();
    if (text?.chapterUid !== chapterUid) return;
    for (const { x, y, height } of text.boxes(start, end)) intend('key', { x, y, width: room().width - x, height });
  }

  /** Along with marks that come to a page without a turn. */
  #showSigns(): void {
    const { marks, state, view, page } = this.#parts;
    const shown = page();
    const signs = shown ? signsOn(view, marks.beside(), shown) : [];
    if (signs.length > 0 || state.getState().signs.length > 0) state.setState({ signs });
  }

  #tapped(id: string): void {
    const found = this.#parts.marks.beside().thoughts.find((thought) => drawnThoughtId(thought.thoughtId) === id);
    if (found) this.show(found.chapterUid, [found]);
  }
}

function subjectOf(thought: ThoughtRow): Subject {
  const { chapterUid, start, end, textQuote, abstract, textBefore = '', textAfter = '', cfi = '' } = thought;
  const box = { x: 0, y: 0, width: 0, height: 0 };
  const text = textQuote ?? abstract;
  return { chapterUid, start, end, text, words: abstract, before: textBefore, after: textAfter, cfi, box };
}
