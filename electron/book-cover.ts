// Fetches the picture behind a book's cover address. Addresses come from outside: only web addresses, only pictures,
// and never the session.

import { AppError } from '../api/errors.ts';
import { exchangeBytes } from './exchange.ts';

export interface BookInfo {
  cover: string;
}

const maxBytes = 20 << 20;
const timeout = 30_000;

export async function fetchCover(cover: string, service: string, headers: Record<string, string>): Promise<Response> {
  if (cover === '') throw new AppError('not_found', 'The book has no cover.');
  const url = URL.parse(cover, `${service}/`);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new AppError('fetch_refused', 'The cover’s address is no web address.');
  }
  const asked = { accept: 'image/*', ...headers };
  const response = await exchangeBytes({ method: 'GET', url: url.href, headers: asked, timeout });
  const type = response.headers.get('content-type') ?? '';
  const length = Number(response.headers.get('content-length') ?? 0);
  const isPicture = /^image\/(?:jpeg|png|webp|gif|avif|svg\+xml)\b/.test(type);
  if (response.ok && (!isPicture || length > maxBytes)) {
    await response.body?.cancel();
    throw new AppError('fetch_refused', 'The cover is no picture of a reasonable size.', { type, length });
  }
  return response;
}
