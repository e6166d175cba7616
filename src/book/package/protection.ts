// Reads META-INF/encryption.xml: which fonts are merely scrambled, and whether the book is locked by copy protection.

import { BookError } from '../book.ts';
import { parseXml } from '../parsing/parse-markup.ts';
import { type FontAlgorithm, fontAlgorithms } from './font-obfuscation.ts';

const encryptionNamespace = 'http://www.w3.org/2001/04/xmlenc#';

/** Scrambled fonts by path. Throws `protected` for anything else that is encrypted. */
export function readEncryption(text: string): Map<string, FontAlgorithm> {
  const document = parseXml(text);
  if (!document) throw new BookError('damaged', 'The book’s list of encrypted parts is broken.');
  const fonts = new Map<string, FontAlgorithm>();
  for (const data of document.getElementsByTagNameNS(encryptionNamespace, 'EncryptedData')) {
    const method = data.getElementsByTagNameNS(encryptionNamespace, 'EncryptionMethod')[0];
    const algorithm = method?.getAttribute('Algorithm') ?? '';
    const path = data.getElementsByTagNameNS(encryptionNamespace, 'CipherReference')[0]?.getAttribute('URI');
    if (!(algorithm in fontAlgorithms)) {
      throw new BookError('protected', 'The book is locked by copy protection and cannot be opened here.');
    }
    if (path) fonts.set(decodePath(path), fontAlgorithms[algorithm as keyof typeof fontAlgorithms]);
  }
  return fonts;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone percent sign: the name is meant literally.
    return path;
  }
}
