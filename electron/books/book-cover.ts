// Fetches the picture behind a book's cover address. Addresses come from outside: only web addresses, only pictures,
// and the session goes to nobody but the service.

import { AppError } from '../../api/errors.ts';
import type { CallOptions, Requests } from '../requests/requests.ts';

const maxBytes = 20 << 20;

/** `cover` is the book's field of that name, perhaps relative to the service; `options.headers` may ask for a range. */
export async function fetchCover(
  cover: string,
  service: string,
  requests: Requests,
  options: CallOptions,
): Promise<Response> {
  if (cover === '') throw new AppError('not_found', 'The book has no cover.');
  const url = URL.parse(cover, `${service}/`);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new AppError('fetch_refused', 'The cover’s address is no web address.');
  }
  const response = await requests.openAddress(url, { ...options, headers: { accept: 'image/*', ...options.headers } });
  const type = response.headers.get('content-type') ?? '';
  const length = Number(response.headers.get('content-length') ?? 0);
  const isPicture = /^image\/(?:jpeg|png|webp|gif|avif|svg\+xml)\b/.test(type);
  if (response.ok && (!isPicture || length > maxBytes)) {
    await response.body?.cancel();
    throw new AppError('fetch_refused', 'The cover is no picture of a reasonable size.', { type, length });
  }
  return response;
}
