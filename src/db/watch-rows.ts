// Tells when stored rows have changed, in this window or another. What they are then is read by whoever needs it.

import { liveQuery } from 'dexie';

/** `changed` is called once for what is there, and after each change of what `query` reads. Returns what stops it. */
export function watchRows(
  query: () => Promise<unknown>,
  changed: () => void,
  onProblem: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(query).subscribe({ next: changed, error: onProblem });
  return () => subscription.unsubscribe();
}
