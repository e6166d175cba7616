// Which view is shown, as a stack without addresses: back returns to where the reader came from.

import { createStore, type StoreApi } from 'zustand/vanilla';

export type View =
  | { name: 'shelf' }
  | { name: 'reader'; bookId: string; at?: { chapterUid: number; offset: number; cfi?: string; quote?: string } }
  | { name: 'notes'; bookId?: string }
  | { name: 'account' }
  | { name: 'settings'; section?: 'words' }
  | { name: 'signIn' };

export interface Routes {
  state: StoreApi<{ stack: readonly View[] }>;
  current(): View;
  go(view: View): void;
  /** To the view before, or to the shelf. */
  back(): void;
  /** The book is opened at its last place from now on, where it is still to come back to. */
  forgetPlace(view: View): void;
  /** Forgets where the reader came from. */
  start(view: View): void;
}

const deepest = 16;

export function createRoutes(): Routes {
  const state = createStore<{ stack: readonly View[] }>(() => ({ stack: [{ name: 'shelf' }] }));
  const current = (): View => state.getState().stack.at(-1) ?? { name: 'shelf' };
  return {
    state,
    current,
    go: (view) => state.setState(({ stack }) => ({ stack: [...stack, view].slice(-deepest) })),
    back: () => state.setState(({ stack }) => ({ stack: stack.length > 1 ? stack.slice(0, -1) : [{ name: 'shelf' }] })),
    forgetPlace: (left) =>
      state.setState(({ stack }) => ({ stack: stack.map((view) => (view === left ? withoutPlace(view) : view)) })),
    start: (view) => state.setState({ stack: [view] }),
  };
}

function withoutPlace(view: View): View {
  return view.name === 'reader' && view.at ? { name: 'reader', bookId: view.bookId } : view;
}
