// Asks the reader's translation service about selected words, when the reader asks and at no other time.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, type ErrorCode } from '../../../api/errors.ts';
import { translationLimit } from '../../../api/translation.ts';
import type { Feature, FeatureParts } from '../feature.ts';
import { stillAsked } from '../selection/still-asked.ts';
import type { Subject } from '../selection/subject.ts';

/** Milliseconds: an answer that comes sooner comes with its sheet, in one paint. */
const patience = 250;

export interface TranslatingState {
  /** `undefined` while the service is asked, and where it failed. */
  translated: string | undefined;
  problem: ErrorCode | undefined;
}

export class Translating implements Feature {
  readonly state: StoreApi<TranslatingState>;
  readonly #parts: FeatureParts;
  #asked = 0;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.state = createStore<TranslatingState>(() => ({ translated: undefined, problem: undefined }));
  }

  /** Opens the sheet with the answer, or waits for it there. */
  async open(about: Subject): Promise<void> {
    const isWanted = stillAsked(this.#parts);
    const answer = this.ask(about.words);
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, patience))]);
    if (!isWanted()) return;
    this.#parts.state.setState({ about, panel: 'translation', chosen: undefined });
    await answer;
  }

  async ask(text: string): Promise<void> {
    const asked = ++this.#asked;
    this.state.setState({ translated: undefined, problem: undefined });
    const from = this.#parts.book.facts.language;
    try {
      if (text.length > translationLimit) throw new AppError('too_large');
      const translated = await this.#parts.translate({ text, from });
      if (asked === this.#asked) this.state.setState({ translated });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (asked === this.#asked) this.state.setState({ problem: error.code });
    }
  }

  close(): void {
    this.#asked += 1;
  }
}
