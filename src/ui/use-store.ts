// Reads session facts from a zustand store, through a selector always, so that nothing repaints without a reason.

import { useLayoutEffect, useState } from 'preact/hooks';
import type { StoreApi } from 'zustand/vanilla';

export function useStore<S, T>(store: StoreApi<S>, select: (state: S) => T): T {
  const [value, setValue] = useState(() => select(store.getState()));
  useLayoutEffect(() => {
    setValue(() => select(store.getState()));
    return store.subscribe((state) => setValue(() => select(state)));
  }, [store]);
  return value;
}
