// Reads session facts from a zustand store, through a selector always, so that nothing repaints without a reason.

import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { StoreApi } from 'zustand/vanilla';

/** `select` may change from one render to the next; what counts is the newest. */
export function useStore<S, T>(store: StoreApi<S>, select: (state: S) => T): T {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const value = select(store.getState());
  const newest = useRef({ select, value });
  newest.current = { select, value };
  useLayoutEffect(() => {
    const look = () => {
      const { select, value } = newest.current;
      if (!Object.is(select(store.getState()), value)) render(undefined);
    };
    look();
    return store.subscribe(look);
  }, [store]);
  return value;
}
