// Refuses books whose content is encrypted, by the same signs as the client. Obfuscated fonts are no lock: every reader can
// read them.

import { AppError } from '../../../../api/errors.ts';
import type { BookArchive } from '../book-archive.ts';
import { importLimits as limits } from '../limits.ts';
import { descendants, parsePackageXml } from './package-xml.ts';

const fontObfuscation = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

export async function refuseLocked(archive: BookArchive): Promise<void> {
  // A licence without a list of what it locks: nothing of such a book can be relied on.
  if (archive.has('META-INF/license.lcpl')) throw locked();
  const path = 'META-INF/encryption.xml';
  if (!archive.has(path)) return;
  const root = parsePackageXml(await archive.read(path, limits.packageBytes), path);
  for (const data of descendants(root, 'EncryptedData')) {
    const [method] = descendants(data, 'EncryptionMethod');
    if (!fontObfuscation.includes(method?.attributes.Algorithm ?? '')) throw locked();
  }
}

function locked(): AppError {
  return new AppError('unsupported_format', 'The book is locked by its seller and can only be read in their program.');
}
