// Presigned addresses of the folder store: path, expiry and what may be sent are bound by an HMAC.
// Must not know the folder.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../api/errors.ts';
import type { BlobsOptions, PresignPutOptions } from './blobs.ts';

type Signing = Pick<BlobsOptions, 'publicUrl' | 'secret'>;
export interface SignedRequest {
  key: string;
  size?: number;
  sha256?: string;
}

export function signedPutUrl(signing: Signing, key: string, options: PresignPutOptions) {
  const fields: [string, string][] = [['expires', expiry(options.expiresIn)]];
  if (options.size !== undefined) fields.push(['size', String(options.size)]);
  if (options.sha256 !== undefined) fields.push(['sha256', options.sha256.toLowerCase()]);
  return {
    url: addressOf(signing, 'PUT', key, fields),
    headers: { 'content-type': 'application/octet-stream' } as Record<string, string>,
  };
}

export function signedGetUrl(signing: Signing, key: string, options: { expiresIn: number }): string {
  return addressOf(signing, 'GET', key, [['expires', expiry(options.expiresIn)]]);
}

/** Throws `no_permission` for an address that was not made here, was changed, or has expired. */
export function checkSignedUrl(
  secret: string,
  method: 'PUT' | 'GET',
  key: string,
  query: Record<string, unknown>,
): SignedRequest {
  const fields: [string, string][] = [];
  for (const name of ['expires', 'size', 'sha256']) {
    const value = query[name];
    if (typeof value === 'string') fields.push([name, value]);
  }
  const given = Buffer.from(typeof query.signature === 'string' ? query.signature : '', 'base64url');
  const right = mac(secret, method, key, fields);
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    throw new AppError('no_permission', 'This address was not made by the service, or was changed.');
  }
  const { expires, size, sha256 } = Object.fromEntries(fields);
  if (Number(expires) < Date.now() / 1000) throw new AppError('gone', 'This address has expired; ask for a new one.');
  return {
    key,
    ...(size === undefined ? {} : { size: Number(size) }),
    ...(sha256 === undefined ? {} : { sha256 }),
  };
}

function addressOf(signing: Signing, method: string, key: string, fields: [string, string][]): string {
  const address = new URL(`${signing.publicUrl.replace(/\/+$/, '')}/blobs/${key}`);
  for (const [name, value] of fields) address.searchParams.set(name, value);
  address.searchParams.set('signature', mac(signing.secret, method, key, fields).toString('base64url'));
  return address.href;
}

function mac(secret: string, method: string, key: string, fields: [string, string][]): Buffer {
  const text = ['octavo-blob-1', method, key, ...fields.map(([name, value]) => `${name}=${value}`)].join('\n');
  return createHmac('sha256', secret).update(text).digest();
}

function expiry(seconds: number): string {
  return String(Math.floor(Date.now() / 1000) + seconds);
}
