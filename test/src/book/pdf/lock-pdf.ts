// Locks a PDF's strings and streams with a password, by AES-256 (extension level 3 of PDF 1.7).

import { streamObject } from './build-pdf.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const hexOf = (bytes: Uint8Array) => `<${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}>`;
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

async function encrypted(key: Uint8Array<ArrayBuffer>, iv: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>) {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt']);
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, imported, data));
}

const digest = async (...parts: Uint8Array[]) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));

/** A document of one page with these words. */
export async function lockedPdf(words: string, password: string): Promise<Blob> {
  const fileKey = crypto.getRandomValues(new Uint8Array(32));
  const secret = bytesOf(password);
  const keysOf = async (more: Uint8Array) => {
    const [forCheck, forKey] = [crypto.getRandomValues(new Uint8Array(8)), crypto.getRandomValues(new Uint8Array(8))];
    const check = joined(await digest(secret, forCheck, more), forCheck, forKey);
    // Without padding: the first two blocks of the padded text are the same.
    const locked = await encrypted(await digest(secret, forKey, more), new Uint8Array(16), fileKey);
    return { check, locked: locked.slice(0, 32) };
  };
  const user = await keysOf(new Uint8Array());
  const owner = await keysOf(user.check);
  const iv = crypto.getRandomValues(new Uint8Array(16));
  const content = textOf(joined(iv, await encrypted(fileKey, iv, bytesOf(`BT /F1 12 Tf 40 500 Td (${words}) Tj ET`))));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    streamObject(content),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const filter = '/CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /StdCF';
  const keys = `/U ${hexOf(user.check)} /UE ${hexOf(user.locked)} /O ${hexOf(owner.check)} /OE ${hexOf(owner.locked)}`;
  const trailer = `/Root 1 0 R /Encrypt << /Filter /Standard /V 5 /R 5 /Length 256 /P -4 ${keys} /Perms ${hexOf(new Uint8Array(16))} ${filter} >> /ID [<00> <00>]`;
  // Readers find the objects without a table, too.
  return new Blob([bytesOf(`%PDF-1.7\n${body}trailer\n<< /Size 6 ${trailer} >>\nstartxref\n0\n%%EOF\n`)]);
}
