// What other devices did while the book was not open here: it comes in the background, and is shown with the next turn.

import type { Features } from '../features.ts';
import type { ReadingParts } from '../reading-parts.ts';
import type { Opened } from './open-parts.ts';

interface Hearing extends Pick<ReadingParts, 'syncBook'> {
  signal: AbortSignal;
  /** The reader chose a place by now, or is asked for one. */
  stays: () => boolean;
}

export async function hearOfOthers(
  { marks }: Opened,
  { offering, keeping }: Features,
  { syncBook, signal, stays }: Hearing,
): Promise<void> {
  await syncBook();
  if (signal.aborted) return;
  await marks.refresh();
  if (signal.aborted || stays()) return;
  const offer = await offering.find();
  if (offer && !keeping.turned) offering.showWithNextPage(offer);
}
