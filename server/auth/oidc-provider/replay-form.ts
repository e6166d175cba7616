// Rewrites incoming requests where the library expects another form of them than the browser sends.

import { IncomingMessage } from 'node:http';
import { OAuthError } from '../errors.ts';
import type { DeviceRequestBody } from '../request-shapes.ts';
import type { RequestStore, StoredRequest } from '../requests.ts';
import { words } from '../scope.ts';
import { devicePath, keptCode } from './delegated-pages.ts';

export const authorizationPath = '/oauth2/auth';
const formType = 'application/x-www-form-urlencoded';
const largestForm = 64 * 1024;
const longestAddress = 4 * 1024;

/** Where the browser has to ask again. */
export class AskAgain {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/**
 * Rewrites a request: a browser that returns from a page becomes the library's form post, a user code in the query gets
 * its other name, and parameters that came as a form move into the query. Everything else stays. `undefined` means that the verifier is unknown, used or expired.
 */
export async function replayForm(
  requests: RequestStore,
  request: IncomingMessage,
): Promise<IncomingMessage | AskAgain | undefined> {
  // Paths such as "//" are none of ours, and no address either.
  const url = URL.parse(request.url ?? '/', 'http://localhost');
  if (!url) return request;
  if (request.method === 'POST' && url.pathname === authorizationPath) {
    return asQuery(request, url);
  }
  if (request.method !== 'GET') return request;
  if (url.pathname === authorizationPath) return withoutIdleNonce(request, url);
  if (url.pathname === devicePath) {
    const verifier = url.searchParams.get('device_verifier');
    if (verifier !== null) {
      const taken = await requests.take<DeviceRequestBody>('device', verifier);
      const userCode = taken?.answer?.user_code;
      return taken && form(request, devicePath, taken, { user_code: String(userCode ?? ''), confirm: 'yes' });
    }
    renameCode(url, request);
  }
  return request;
}

function renameCode(url: URL, request: IncomingMessage): void {
  const code = url.searchParams.get('user_code');
  url.searchParams.delete('user_code');
  url.searchParams.delete(keptCode);
  if (code) url.searchParams.set(keptCode, code.slice(0, 64));
  request.url = url.pathname + url.search;
}

function form(
  request: IncomingMessage,
  path: string,
  taken: StoredRequest<object>,
  fields: Record<string, string>,
): IncomingMessage {
  const body = Buffer.from(new URLSearchParams({ xsrf: taken.formSecret ?? '', ...fields }).toString());
  const type = { 'content-type': formType, 'content-length': String(body.length) };
  return replica(request, 'POST', path, { ...request.headers, ...type }, body);
}

// The library takes POST at these two only together with cookies that every site may send, so the form is read here.
async function asQuery(request: IncomingMessage, url: URL): Promise<IncomingMessage | AskAgain> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== formType) {
    throw new OAuthError('unsupported_media_type', `Send ${formType}.`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestForm) throw new OAuthError('payload_too_large');
    chunks.push(chunk);
  }
  const {
    'content-type': _type,
    'content-length': _length,
    'transfer-encoding': _coding,
    ...headers
  } = request.headers;
  // The parser also takes out what may not stand in an address.
  const target = new URL(`${url.pathname}?${Buffer.concat(chunks).toString('utf8')}`, url);
  const path = target.pathname + target.search;
  // Another site's form comes without our cookies (SameSite=Lax); the browser sends them with the same request by GET.
  if (headers.cookie === undefined && path.length <= longestAddress) return new AskAgain(path);
  return withoutIdleNonce(replica(request, 'GET', path, headers), target);
}

// Clients of every kind send one; without an ID token it says nothing, and the library would refuse it.
function withoutIdleNonce(request: IncomingMessage, url: URL): IncomingMessage {
  const { searchParams } = url;
  const asksForIdToken = words(searchParams.get('scope') ?? '').includes('openid') || searchParams.has('request');
  if (asksForIdToken || !searchParams.has('nonce')) return request;
  searchParams.delete('nonce');
  request.url = url.pathname + url.search;
  return request;
}

export function replica(
  request: IncomingMessage,
  method: string,
  url: string,
  headers: IncomingMessage['headers'],
  body?: Buffer,
): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  copy.method = method;
  copy.url = url;
  copy.httpVersion = request.httpVersion;
  copy.headers = headers;
  // Node would take an incomplete message for a broken connection and close it.
  copy.complete = true;
  if (body) copy.push(body);
  copy.push(null);
  return copy;
}
