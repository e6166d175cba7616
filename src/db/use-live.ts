// A component's view of stored rows that follows every change of them, in this window or another.
// Pages that must not change under the finger read once instead.

import { liveQuery } from 'dexie';
import { useEffect, useState } from 'preact/hooks';

/** `undefined` until the first answer. `query` runs again when one of `inputs` changes. A failing query throws here. */
export function useLive<T>(query: () => Promise<T>, inputs: readonly unknown[]): T | undefined {
  const [answer, setAnswer] = useState<{ value: T } | { error: unknown } | undefined>();
  useEffect(() => {
    const subscription = liveQuery(query).subscribe({
      next: (value) => setAnswer({ value }),
      error: (error) => setAnswer({ error }),
    });
    return () => subscription.unsubscribe();
  }, inputs);
  if (answer && 'error' in answer) throw answer.error;
  return answer?.value;
}
