// Undoes the two published ways of scrambling the first bytes of embedded fonts (EPUB 3.3, 4.4; Adobe's). Neither is a lock.

import { createHash } from 'node:crypto';
import { resolveReference } from '../../../../api/edition/parts/package-reference.ts';
import type { BookArchive } from '../../import/book-archive.ts';
import { importLimits as limits } from '../../import/limits.ts';
import { metadataTexts, type Package } from '../../import/package/package-document.ts';
import { childrenOf, descendants, parsePackageXml, textOf } from '../../import/package/package-xml.ts';

const algorithms = new Map([
  ['http://www.idpf.org/2008/embedding', { length: 1040, key: idpfKey }],
  ['http://ns.adobe.com/pdf/enc#RC', { length: 1024, key: adobeKey }],
]);

export type ClearFont = (bytes: Buffer) => Buffer;

/** By the archive's names: what makes the clear font of a scrambled one. */
export async function readScrambledFonts(archive: BookArchive, book: Package): Promise<Map<string, ClearFont>> {
  const fonts = new Map<string, ClearFont>();
  const path = 'META-INF/encryption.xml';
  if (!archive.has(path)) return fonts;
  const identifiers = await readIdentifiers(archive, book);
  const root = parsePackageXml(await archive.read(path, limits.packageBytes), path);
  for (const data of descendants(root, 'EncryptedData')) {
    const [method] = descendants(data, 'EncryptionMethod');
    const [reference] = descendants(data, 'CipherReference');
    const algorithm = algorithms.get(method?.attributes.Algorithm ?? '');
    const key = algorithm?.key(identifiers);
    const font = archive.find(resolveReference(reference?.attributes.URI ?? '', '')?.path ?? '');
    if (algorithm && key && font !== undefined) fonts.set(font, (bytes) => mix(bytes, key, algorithm.length));
  }
  return fonts;
}

function mix(bytes: Buffer, key: Buffer, length: number): Buffer {
  const clear = Buffer.from(bytes);
  const end = Math.min(length, clear.length);
  for (let n = 0; n < end; n++) clear[n] = (clear[n] as number) ^ (key[n % key.length] as number);
  return clear;
}

/** The unique one first. */
async function readIdentifiers(archive: BookArchive, book: Package): Promise<string[]> {
  const root = parsePackageXml(await archive.read(book.path, limits.packageBytes), book.path);
  const unique = childrenOf(book.metadata, 'identifier').find(
    ({ attributes }) => attributes.id === root.attributes['unique-identifier'],
  );
  return [...(unique ? [textOf(unique)] : []), ...metadataTexts(book, 'identifier')];
}

function idpfKey([unique = '']: readonly string[]): Buffer {
  return createHash('sha1')
    .update(unique.replace(/[ \t\r\n]/g, ''))
    .digest();
}

/** The 16 bytes of the first identifier that is a UUID. */
function adobeKey(identifiers: readonly string[]): Buffer | undefined {
  const hex = identifiers.map((each) => each.replace(/^urn:uuid:/i, '').replaceAll('-', ''));
  const uuid = hex.find((each) => /^[0-9a-f]{32}$/i.test(each));
  return uuid === undefined ? undefined : Buffer.from(uuid, 'hex');
}
