// The readable text of a document that a review links to: fetched from where it is, never from inside the operator's
// network, and only what the review really links to.

import { decodeMarkup } from '../../../api/edition/decode-markup.ts';
import { AppError } from '../../../api/errors.ts';
import type { reviews } from '../../../api/reviews.ts';
import type { Params } from '../../../api/route.ts';
import { AddressRefused, type Outgoing } from '../../base/http/outgoing.ts';
import { storableText } from '../import/storing/storable.ts';
import type { Caller, Reading } from '../reading.ts';
import type { ReviewRow } from '../schema/reviews.ts';
import { readPage } from './readable-page.ts';
import { readReview } from './review-access.ts';
import type { Extras } from './review-rows.ts';

type Asked = Params<(typeof reviews)['routes']['GET /review/getDocContent']>;
/** Of one document, before it is decoded. */
export const documentLimits = { maxBytes: 2 * 1024 * 1024, milliseconds: 10_000 };
const mostRedirects = 5;
const longestText = 1_048_576;

export function docContentRoutes(reading: Reading, outgoing: Outgoing) {
  return {
    'GET /review/getDocContent': async ({ vid }: Caller, { reviewId, docUrl }: Asked) => {
      const review = await readReview(reading.database.kysely, vid, reviewId);
      if (!linksTo(review, docUrl)) {
        throw new AppError('not_found', 'The review does not link to that document.', { docUrl });
      }
      const { bytes, mediaType, url } = await fetchDocument(outgoing, docUrl);
      const common = { url: url.href };
      if (mediaType === 'text/plain') {
        const content = storableText(decodeMarkup(bytes)).slice(0, longestText);
        return { title: '', author: '', siteName: url.hostname, ...common, content, htmlContent: '' };
      }
      return { ...readPage(decodeMarkup(bytes), url), ...common };
    },
  };
}

function linksTo(review: ReviewRow, docUrl: string): boolean {
  const { link, refMp } = JSON.parse(review.extras) as Extras;
  if (docUrl === link || docUrl === refMp?.url) return true;
  const inMarkup = review.html_content.includes(`href="${docUrl.replaceAll('&', '&amp;')}"`);
  const inWords: readonly string[] = review.content.match(/https?:\/\/[^\s<>"'）】」]+/g) ?? [];
  return inMarkup || inWords.includes(docUrl);
}

interface Document {
  bytes: Uint8Array;
  mediaType: string;
  url: URL;
}

/** Each address of a redirect is checked as the first one was. */
async function fetchDocument(outgoing: Outgoing, address: string): Promise<Document> {
  let url = readAddress(address);
  for (let steps = 0; steps <= mostRedirects; steps++) {
    const reply = await ask(outgoing, url);
    const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null;
    if (location === null) return readReply(reply, url);
    await reply.body?.cancel();
    url = readAddress(location, url);
  }
  throw new AppError('fetch_failed', 'The document’s address leads on and on.', { docUrl: address });
}

function readAddress(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new AppError('fetch_refused', undefined, { docUrl: address });
  return new URL(address, base);
}

type FetchReply = Awaited<ReturnType<Outgoing['fetch']>>;

async function ask(outgoing: Outgoing, url: URL): Promise<FetchReply> {
  try {
    return await outgoing.fetch(url, { headers: { accept: 'text/html, application/xhtml+xml, text/plain;q=0.8' } });
  } catch (error) {
    throw asFetchError(error, url);
  }
}

async function readReply(reply: FetchReply, url: URL): Promise<Document> {
  const mediaType = (reply.headers.get('content-type') ?? 'text/html').split(';')[0]?.trim().toLowerCase() ?? '';
  const readable = /^(text\/(html|plain|xml)|application\/(xhtml\+xml|xml))$/.test(mediaType);
  if (!reply.ok || !readable) {
    await reply.body?.cancel();
    if (!reply.ok) throw new AppError('fetch_failed', undefined, { docUrl: url.href, status: reply.status });
    throw new AppError('unsupported_format', 'The linked document is no page of text.', { mediaType });
  }
  try {
    return { bytes: new Uint8Array(await reply.arrayBuffer()), mediaType, url };
  } catch (error) {
    throw asFetchError(error, url);
  }
}

function asFetchError(error: unknown, url: URL): AppError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressRefused) {
      return new AppError('fetch_refused', undefined, { docUrl: url.href }, { cause: error });
    }
    if ((cause as { code?: unknown }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
      return new AppError(
        'too_large',
        'The linked document is too large.',
        { limit: documentLimits.maxBytes },
        { cause },
      );
    }
  }
  return new AppError('fetch_failed', undefined, { docUrl: url.href }, { cause: error });
}
