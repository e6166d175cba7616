// Opens the store of large bytes that an address names: a folder or an S3-compatible store.

import { fileURLToPath } from 'node:url';
import { StartError } from '../start-error.ts';
import type { Blobs, BlobsOptions } from './blobs.ts';
import { openFolderBlobs } from './blobs-folder.ts';

/** `file:///folder` or `s3://bucket/prefix?endpoint=…&region=…`. */
export async function openBlobs(url: string, options: BlobsOptions): Promise<Blobs> {
  if (url.startsWith('file:///')) return openFolderBlobs(fileURLToPath(url), options);
  if (url.startsWith('s3://')) {
    // A household on a folder does not pay for the library at start.
    const { openS3Blobs } = await import('./blobs-s3.ts');
    return openS3Blobs(url, options);
  }
  throw new StartError(
    `The blob store's address "${url.split('?')[0]}" is not understood; use file:///folder or s3://bucket?endpoint=….`,
  );
}
