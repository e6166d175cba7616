// The blob store on anything that speaks S3, with path-style addresses. Loaded only when it is configured.

import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AppError } from '../../../api/errors.ts';
import { isDiskFull } from '../database/database-errors.ts';
import { StartError } from '../start-error.ts';
import {
  type BlobStat,
  type Blobs,
  type BlobsOptions,
  checkBlobKey,
  type PresignPutOptions,
  type PutOptions,
  type Written,
} from './blobs.ts';
import { checkBytes, toStream } from './check-bytes.ts';

interface Store {
  client: S3Client;
  /** Signs for the address that clients reach the store by. */
  publicClient: S3Client;
  bucket: string;
  /** Ends with a slash, or is empty. */
  prefix: string;
}

/**
 * `s3://[key:secret@]bucket[/prefix]?endpoint=https://host&region=…&public_endpoint=https://…`. Without a key, the
 * usual AWS variables and files are used.
 */
export async function openS3Blobs(url: string, _options: BlobsOptions): Promise<Blobs> {
  const store = readStore(url);
  return {
    put: (key, source, options = {}) => putObject(store, checkBlobKey(key), source, options),
    open: (key, range) => openObject(store, checkBlobKey(key), range),
    stat: (key) => statObject(store, checkBlobKey(key)),
    async remove(key) {
      await answered(store.client.send(new DeleteObjectCommand(place(store, checkBlobKey(key)))));
    },
    list: (folder) => listObjects(store, checkBlobKey(folder)),
    presignPut: (key, options) => presignPut(store, checkBlobKey(key), options),
    presignGet: (key, { expiresIn }) =>
      getSignedUrl(store.publicClient, new GetObjectCommand(place(store, checkBlobKey(key))), { expiresIn }),
    async ping() {
      await answered(store.client.send(new HeadBucketCommand({ Bucket: store.bucket })));
    },
    async close() {
      store.client.destroy();
      store.publicClient.destroy();
    },
  };
}

function readStore(url: string): Store {
  const address = new URL(url);
  const endpoint = address.searchParams.get('endpoint');
  const publicEndpoint = address.searchParams.get('public_endpoint') ?? endpoint;
  if (!address.hostname || [endpoint, publicEndpoint].some((text) => text !== null && !URL.canParse(text))) {
    throw new StartError('The blob store needs a bucket and a whole endpoint: s3://bucket?endpoint=https://host.');
  }
  const config: S3ClientConfig = {
    region: address.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: true,
    // Stores other than Amazon's do not all know the trailing checksums that the library would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(address.username
      ? {
          credentials: {
            accessKeyId: decodeURIComponent(address.username),
            secretAccessKey: decodeURIComponent(address.password),
          },
        }
      : {}),
  };
  const at = (base: string | null) => new S3Client(base === null ? config : { ...config, endpoint: base });
  const prefix = address.pathname.replace(/^\/+|\/+$/g, '');
  return {
    client: at(endpoint),
    publicClient: at(publicEndpoint),
    bucket: address.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
  };
}

function place(store: Store, key: string): { Bucket: string; Key: string } {
  return { Bucket: store.bucket, Key: store.prefix + key };
}

/** Kept in a temporary file first: the store must never show bytes that turn out to be the wrong ones. */
async function putObject(
  store: Store,
  key: string,
  source: Readable | Uint8Array,
  options: PutOptions,
): Promise<Written> {
  const checked = checkBytes(options.expect);
  const part = join(tmpdir(), `octavo-upload-${randomBytes(16).toString('hex')}`);
  try {
    await pipeline(toStream(source), checked.stream, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    const written = checked.result();
    const command = new PutObjectCommand({
      ...place(store, key),
      Body: createReadStream(part),
      ContentLength: written.size,
      ContentType: options.contentType ?? 'application/octet-stream',
    });
    // Signed with the content's own hash, so that the store checks what arrives.
    command.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = written.sha256;
        return next(args);
      },
      { step: 'build', name: 'octavoContentHash' },
    );
    await answered(store.client.send(command));
    return written;
  } catch (error) {
    if (isDiskFull(error)) throw new AppError('disk_full', undefined, undefined, { cause: error });
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

async function openObject(
  store: Store,
  key: string,
  range: { start: number; end: number } | undefined,
): Promise<Readable> {
  if (range && (range.start < 0 || range.start > range.end)) throw new AppError('range_not_satisfiable');
  const Range = range && `bytes=${range.start}-${range.end}`;
  const reply = await answered(
    store.client.send(new GetObjectCommand({ ...place(store, key), ...(Range ? { Range } : {}) })),
  );
  if (!(reply.Body instanceof Readable)) throw new AppError('upstream_unavailable');
  return reply.Body;
}

async function statObject(store: Store, key: string) {
  try {
    const reply = await answered(store.client.send(new HeadObjectCommand(place(store, key))));
    const modified = Math.floor((reply.LastModified?.getTime() ?? 0) / 1000);
    return { size: reply.ContentLength ?? 0, modified };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function* listObjects(store: Store, folder: string): AsyncGenerator<BlobStat & { key: string }> {
  for (let token: string | undefined; ; ) {
    const page = await answered(
      store.client.send(
        new ListObjectsV2Command({
          Bucket: store.bucket,
          Prefix: `${store.prefix}${folder}/`,
          ...(token ? { ContinuationToken: token } : {}),
        }),
      ),
    );
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      const modified = Math.floor((LastModified?.getTime() ?? 0) / 1000);
      yield { key: Key.slice(store.prefix.length), size: Size, modified };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
    if (!token) return;
  }
}

async function presignPut(store: Store, key: string, options: PresignPutOptions) {
  const headers: Record<string, string> = { 'content-type': 'application/octet-stream' };
  const command = new PutObjectCommand({
    ...place(store, key),
    ContentType: headers['content-type'],
    ...(options.size === undefined ? {} : { ContentLength: options.size }),
  });
  const signed = new Set(['host', 'content-type']);
  // The sender's HTTP library sets the length by itself; it must only be part of what is signed.
  if (options.size !== undefined) signed.add('content-length');
  if (options.sha256 !== undefined) {
    const checksum = Buffer.from(options.sha256, 'hex').toString('base64');
    command.input.ChecksumSHA256 = checksum;
    headers['x-amz-checksum-sha256'] = checksum;
    signed.add('x-amz-checksum-sha256');
  }
  const url = await getSignedUrl(store.publicClient, command, {
    expiresIn: options.expiresIn,
    signableHeaders: signed,
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  });
  return { url, headers };
}

/** The store's failures by their status; a lost connection is `upstream_unavailable`. */
async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
    const code =
      status === 404
        ? 'not_found'
        : status === 416
          ? 'range_not_satisfiable'
          : status === 507
            ? 'disk_full'
            : 'upstream_unavailable';
    throw new AppError(code, undefined, undefined, { cause: error });
  }
}
