// Fetches a book's cover from the page's own origin, where the main process serves it from its cache or the service.

import { AppError } from '../../api/errors.ts';
import { hostPaths, isCurrent } from '../../api/host-paths.ts';

/** `undefined` when the book has none. Throws an AppError when it cannot be reached now. */
export async function fetchCover(bookId: string): Promise<Blob | undefined> {
  let response: Response;
  try {
    response = await fetch(hostPaths.cover(bookId));
  } catch (cause) {
    throw new AppError('offline', undefined, undefined, { cause });
  }
  if (response.status === 404) return undefined;
  if (!response.ok) throw new AppError('upstream_unavailable');
  // It may be of before: stored as the newer one, it would never be asked for again.
  if (!isCurrent(response)) throw new AppError('offline');
  return response.blob();
}
