// The domain Cloud storage and import: its routes in the catalog's order. Bytes go to the object store directly;
// these routes reserve the place and turn what arrived into a book.

import { Type } from 'typebox';
import { BookInfo } from './nouns/book.ts';
import { UploadTarget } from './nouns/upload.ts';
import { Duration, domain, Flag, Id, optional, signatureFields, Text, Word } from './route.ts';

const importErrors = [
  'upload_missing',
  'checksum_mismatch',
  'unsupported_format',
  'bad_book',
  'unsafe_book',
  'too_large',
  'quota_exceeded',
  'disk_full',
  'no_permission',
] as const;

export const cos = domain('Cloud storage and import', {
  'GET /cos/getcredential': {
    summary: 'Reserves an upload: a presigned PUT on the object store, bound to size and checksum.',
    params: Type.Object({
      mode: optional(Word(['book', 'cover', 'font', 'audio'], 'What is uploaded; absent: book')),
      name: Type.String({ minLength: 1, maxLength: 255, description: 'The file’s own name' }),
      suffix: optional(Type.String({ pattern: '^\\.?[A-Za-z0-9]{1,10}$', description: 'Extension, if not in name' })),
      replaces: optional(Id('The caller’s book of which the file becomes a new version; marks move along')),
      toLibrary: optional(Flag('The book becomes the library’s; only for librarians')),
      cbid: optional(Id('Continues an earlier reservation with a fresh address')),
      pictype: optional(Word(['jpg', 'png', 'webp', 'gif'], 'For a cover')),
      scene: optional(Text(64)),
      size: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Bytes' }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the whole file' }),
    }),
    reply: Type.Object({
      ...UploadTarget.properties,
      cbid: Id('The reservation'),
      uploaded: Flag('The bytes are there already: skip the upload and notify'),
      /** The caller's book with exactly these bytes. */
      bookId: optional(Id()),
    }),
    errors: ['too_large', 'unsupported_format', 'quota_exceeded', 'not_found', 'no_permission'],
  },
  'POST /cos/notify': {
    summary: 'Says that the upload is complete: verifies, scans and parses it, and makes the book.',
    params: Type.Object({ name: Id('As `/cos/getcredential` answered it') }),
    reply: Type.Object({
      state: Word(['ready', 'working'], 'working: ask again with the same name'),
      /** Seconds to wait before asking again; 0 when ready. */
      retryAfter: Duration(),
      existed: Flag('The caller had these bytes already'),
      bookId: optional(Id('The book, or for other modes the stored object')),
      book: optional(BookInfo),
      /** Where the stored object is, below the service’s address. */
      url: optional(Text(4096)),
    }),
    errors: importErrors,
    safe: true,
  },
  'POST /cos/receive': {
    summary: 'Hands over a file that another device of this account has uploaded, by its MD5, without a second upload.',
    params: Type.Object({
      bookId: optional(Id('The book that the other device made, if known')),
      md5: Type.String({ pattern: '^[0-9a-fA-F]{32}$' }),
      name: Type.String({ minLength: 1, maxLength: 255 }),
      ...signatureFields,
    }),
    reply: Type.Object({ bookId: Id(), book: BookInfo, existed: Flag('It was on this shelf already') }),
    errors: ['upload_missing', 'checksum_mismatch'],
    signed: true,
  },
});
