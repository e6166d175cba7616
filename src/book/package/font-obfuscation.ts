// Undoes the two published ways of scrambling the first bytes of an embedded font: IDPF's and Adobe's. Both keys are
// made from the book's identifier; neither is copy protection.

export const fontAlgorithms = {
  'http://www.idpf.org/2008/embedding': 'idpf',
  'http://ns.adobe.com/pdf/enc#RC': 'adobe',
} as const;

export type FontAlgorithm = (typeof fontAlgorithms)[keyof typeof fontAlgorithms];

const scrambledLength = { idpf: 1040, adobe: 1024 };

/** Clear bytes of the font; `identifiers` are all of the package, the unique one first. */
export async function clearFont(
  bytes: Uint8Array<ArrayBuffer>,
  algorithm: FontAlgorithm,
  identifiers: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const key = algorithm === 'idpf' ? await idpfKey(identifiers[0] ?? '') : adobeKey(identifiers);
  if (!key) return bytes;
  const clear = bytes.slice();
  const end = Math.min(scrambledLength[algorithm], clear.length);
  for (let n = 0; n < end; n++) clear[n] = (clear[n] ?? 0) ^ (key[n % key.length] ?? 0);
  return clear;
}

/** SHA-1 of the unique identifier without white space (EPUB 3.3, 4.4). */
async function idpfKey(identifier: string): Promise<Uint8Array> {
  const text = identifier.replace(/[ \t\r\n]/g, '');
  return new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)));
}

/** The 16 bytes of the first identifier that is a UUID. */
function adobeKey(identifiers: readonly string[]): Uint8Array | undefined {
  for (const identifier of identifiers) {
    const hex = identifier.replace(/^urn:uuid:/i, '').replaceAll('-', '');
    if (!/^[0-9a-f]{32}$/i.test(hex)) continue;
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  return undefined;
}
