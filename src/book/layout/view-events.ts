// The listeners of one view. A listener that throws is reported and does not stop the others.

import type { ViewEvents } from '../book.ts';

type Listeners = { [E in keyof ViewEvents]: Set<(value: ViewEvents[E]) => void> };

export class ViewListeners {
  readonly #listeners: Listeners = {
    turning: new Set(),
    place: new Set(),
    held: new Set(),
    dragged: new Set(),
    released: new Set(),
    tap: new Set(),
    swipe: new Set(),
    pinch: new Set(),
    markTapped: new Set(),
    followed: new Set(),
    noteAsked: new Set(),
    pictureTapped: new Set(),
    marksUnplaced: new Set(),
    marksFound: new Set(),
    outsideLink: new Set(),
    finger: new Set(),
    key: new Set(),
    sectionFailed: new Set(),
  };

  on<E extends keyof ViewEvents>(event: E, listener: (value: ViewEvents[E]) => void): () => void {
    this.#listeners[event].add(listener);
    return () => this.#listeners[event].delete(listener);
  }

  emit<E extends keyof ViewEvents>(event: E, value: ViewEvents[E]): void {
    for (const listener of this.#listeners[event]) {
      try {
        listener(value);
      } catch (error) {
        reportError(error);
      }
    }
  }

  clear(): void {
    for (const listeners of Object.values(this.#listeners)) listeners.clear();
  }
}
