// Fetches the pictures, sounds, films and fonts that a book keeps on the network, for books whose reader allowed it.
// Addresses come from strangers: only web addresses of the public network, only those kinds, nothing told about us.

import { lookup as lookUp } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { type RequestOptions, request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AppError } from '../../api/errors.ts';
import { hostPaths } from '../../api/host-paths.ts';
import type { BytesReply } from '../client-parts.ts';
import type { Log } from '../disk/log.ts';

export interface RemoteParts {
  /** undefined when the path is none of a remote part. */
  serve(path: string): Promise<BytesReply | undefined>;
}

interface Parts {
  log: Log;
  /** Resolves a name; tests have names of their own. */
  lookup?: LookupFunction;
  /** Whether a book may reach that address. */
  isPublic?: (address: string) => boolean;
}

const longestAddress = 4096;
const mostBytes = 32 << 20;
const mostRedirects = 4;
/** Milliseconds for the whole of it. */
const patience = 20_000;
const kinds = /^(image|audio|video|font)\/|^application\/(font-|x-font-|vnd\.ms-opentype)/i;

export function createRemoteParts({ log, lookup = lookUp, isPublic = isPublicAddress }: Parts): RemoteParts {
  return {
    async serve(path) {
      const prefix = hostPaths.remotePart('');
      if (!path.startsWith(prefix)) return undefined;
      try {
        const url = readAddress(path.slice(prefix.length));
        const signal = AbortSignal.timeout(patience);
        const { type, body } = await fetchPart(url, guarded(lookup, isPublic), isPublic, signal);
        return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body };
      } catch (error) {
        log.info('A remote part of a book was not fetched', { cause: error });
        const code = error instanceof AppError ? error.code : 'offline';
        const body = Buffer.from(JSON.stringify({ error: code }));
        return { status: code === 'fetch_refused' ? 403 : 502, headers: { 'content-type': 'application/json' }, body };
      }
    },
  };
}

function readAddress(encoded: string): URL {
  let address = '';
  try {
    address = decodeURIComponent(encoded);
  } catch (cause) {
    throw new AppError('fetch_refused', 'The address is no address.', undefined, { cause });
  }
  const url = address.length <= longestAddress ? URL.parse(address) : null;
  return checked(url);
}

function checked(url: URL | null): URL {
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || url.username || url.password) {
    throw new AppError('fetch_refused', 'Only plain web addresses are fetched for books.');
  }
  return url;
}

async function fetchPart(
  first: URL,
  lookup: LookupFunction,
  isPublic: (address: string) => boolean,
  signal: AbortSignal,
): Promise<{ type: string; body: Buffer }> {
  let url = first;
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const name = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(name) && !isPublic(name))
      throw new AppError('fetch_refused', 'The address is none of the public network.');
    const answer = await ask(url, { lookup, signal });
    if (answer.location === undefined) return { type: answer.type, body: answer.body };
    url = checked(URL.parse(answer.location, url.href));
  }
  throw new AppError('fetch_refused', 'The address leads on and on.');
}

interface Answer {
  type: string;
  body: Buffer;
  location?: string;
}

function ask(url: URL, options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    const request = send(url, { ...options, headers: { accept: 'image/*, audio/*, video/*, font/*' } }, (reply) => {
      const { statusCode = 0, headers } = reply;
      const type = headers['content-type'] ?? '';
      const leave = (error: AppError) => {
        request.destroy();
        reject(error);
      };
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        request.destroy();
        resolve({ type: '', body: Buffer.alloc(0), location: headers.location });
        return;
      }
      if (statusCode !== 200) return leave(new AppError('not_found', 'There is nothing at that address.'));
      if (!kinds.test(type)) return leave(new AppError('fetch_refused', 'It is no picture, sound, film or font.'));
      const chunks: Buffer[] = [];
      let length = 0;
      reply.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > mostBytes) leave(new AppError('fetch_refused', 'It is too large.'));
        else chunks.push(chunk);
      });
      reply.on('end', () => resolve({ type, body: Buffer.concat(chunks) }));
      reply.on('error', reject);
    });
    request.on('error', reject);
    request.end();
  });
}

/** Looks at every address that a name has: one that is not public refuses the name. */
function guarded(lookup: LookupFunction, isPublic: (address: string) => boolean): LookupFunction {
  return (name, options, callback) =>
    lookup(name, options, (error, address, family) => {
      const found = Array.isArray(address) ? address.map((one) => one.address) : [address];
      if (error || found.every(isPublic)) callback(error, address, family);
      else callback(new AppError('fetch_refused', 'The name leads into a private network.'), address, family);
    });
}

const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
  ['2002::', 16],
] as const) {
  closed.addSubnet(network, bits, 'ipv6');
}

/** Not this device, its network, or an address with a meaning of its own. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return !closed.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
