// What is asked for beside a page may come late: over another page, or over what the reader opened meanwhile, it is not
// wanted any more.

import type { FeatureParts } from '../feature.ts';

/** Tells, later, whether the reader is still where this was asked: same words chosen, same panel, the book open. */
export function stillAsked({ state, signal }: Pick<FeatureParts, 'state' | 'signal'>): () => boolean {
  const { chosen, panel } = state.getState();
  return () => {
    const now = state.getState();
    return !signal.aborted && now.chosen === chosen && now.panel === panel;
  };
}
