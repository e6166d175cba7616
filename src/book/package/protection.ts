// Reads META-INF/encryption.xml: which fonts are merely scrambled, and whether the book is locked by copy protection,
// and by whose.

import { decodePart } from '../../../api/edition/decode-part.ts';
import { resolveReference } from '../../../api/edition/parts/package-reference.ts';
import type { ZipArchive } from '../archive/zip-archive.ts';
import { BookError } from '../book.ts';
import { parseXml } from '../parsing/parse-markup.ts';
import { type FontAlgorithm, fontAlgorithms } from './font-obfuscation.ts';

const encryptionNamespace = 'http://www.w3.org/2001/04/xmlenc#';

const encryption = 'META-INF/encryption.xml';
const licence = 'META-INF/license.lcpl';

/** What each kind of protection puts beside the book, and what stands in it. */
const protections = [
  { name: 'Readium LCP', path: licence, words: '' },
  { name: 'Adobe ADEPT', path: 'META-INF/rights.xml', words: 'http://ns.adobe.com/adept' },
  { name: 'Apple FairPlay', path: 'META-INF/sinf.xml', words: '' },
  { name: 'Kobo', path: 'rights.xml', words: 'kdrm' },
];
/** Bytes of such a file that are looked through. */
const mostRead = 256 * 1024;

/** Scrambled fonts by the archive's names. Throws `protected` when anything else is encrypted, and says by what. */
export async function readScrambledFonts(archive: ZipArchive): Promise<Map<string, FontAlgorithm>> {
  const name = archive.find(encryption);
  const fonts = name
    ? readEncryption(archive, decodePart(await archive.bytes(name)))
    : new Map<string, FontAlgorithm>();
  if (fonts && !archive.find(licence)) return fonts;
  const by = await protectionOf(archive);
  throw new BookError(
    'protected',
    `The book is locked by copy protection${by && ` (${by})`} and cannot be opened here.`,
  );
}

/** Empty for one that nobody knows. */
async function protectionOf(archive: ZipArchive): Promise<string> {
  for (const { name, path, words } of protections) {
    const part = archive.find(path);
    if (!part) continue;
    if (words === '') return name;
    if (archive.size(part) <= mostRead && decodePart(await archive.bytes(part)).includes(words)) return name;
  }
  return '';
}

/** `undefined` when anything else is encrypted. */
function readEncryption(archive: ZipArchive, text: string): Map<string, FontAlgorithm> | undefined {
  const document = parseXml(text);
  if (!document) throw new BookError('damaged', 'The book’s list of encrypted parts is broken.');
  const fonts = new Map<string, FontAlgorithm>();
  for (const data of document.getElementsByTagNameNS(encryptionNamespace, 'EncryptedData')) {
    const method = data.getElementsByTagNameNS(encryptionNamespace, 'EncryptionMethod')[0];
    const algorithm = method?.getAttribute('Algorithm') ?? '';
    const reference = data.getElementsByTagNameNS(encryptionNamespace, 'CipherReference')[0]?.getAttribute('URI');
    if (!Object.hasOwn(fontAlgorithms, algorithm)) return undefined;
    const name = archive.find(resolveReference(reference ?? '', '')?.path ?? '');
    if (name) fonts.set(name, fontAlgorithms[algorithm as keyof typeof fontAlgorithms]);
  }
  return fonts;
}
