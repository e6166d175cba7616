// Gets a part of a book from the network by way of the main process, which says what may be fetched at all.

import { AppError } from '../../../api/errors.ts';
import { hostPaths } from '../../../api/host-paths.ts';

/** Rejects with an AppError: `fetch_refused`, or `offline` for what cannot be had. */
export async function fetchRemote(address: string): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(hostPaths.remotePart(address));
  } catch (cause) {
    throw new AppError('offline', undefined, undefined, { cause });
  }
  if (!response.ok) throw new AppError(response.status === 403 ? 'fetch_refused' : 'offline');
  return response.blob();
}
