// Paging of every list by `limit` and `offset`, with a Link header (RFC 8288). Must not know what is listed.

import { OAuthError } from '../errors.ts';

export interface Page {
  limit: number;
  offset: number;
}

const defaultLimit = 100;
const largestLimit = 500;

export function readPage(query: { limit?: string | undefined; offset?: string | undefined }): Page {
  const limit = readNumber('limit', query.limit, defaultLimit);
  if (limit < 1) throw new OAuthError('invalid_request', '"limit" must be at least 1.');
  return { limit: Math.min(limit, largestLimit), offset: readNumber('offset', query.offset, 0) };
}

/** First, previous, next and last page around the present one; `path` with its other query parameters. */
export function linkHeader(path: string, page: Page, total: number): string {
  const links: string[] = [];
  const add = (rel: string, offset: number) => {
    const [pathname = '', query] = path.split('?');
    const params = new URLSearchParams(query);
    params.set('limit', String(page.limit));
    params.set('offset', String(offset));
    links.push(`<${pathname}?${params}>; rel="${rel}"`);
  };
  add('first', 0);
  if (page.offset > 0) add('prev', Math.max(0, page.offset - page.limit));
  if (page.offset + page.limit < total) add('next', page.offset + page.limit);
  add('last', total === 0 ? 0 : Math.floor((total - 1) / page.limit) * page.limit);
  return links.join(', ');
}

function readNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text)) throw new OAuthError('invalid_request', `"${name}" must be a whole number.`);
  return Number(text);
}
