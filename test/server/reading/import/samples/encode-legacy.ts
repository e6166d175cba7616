// Writes text in encodings that only decoders know, by asking the decoder for every pair of bytes.

const tables = new Map<string, Map<string, number[]>>();

export function encodeLegacy(text: string, encoding: string): Buffer {
  const table = tables.get(encoding) ?? tableOf(encoding);
  tables.set(encoding, table);
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}.`);
      return bytes;
    }),
  );
}

function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let first = 0; first < 256; first++) add([first]);
  if (encoding.startsWith('windows')) return table;
  for (let first = 0x81; first < 256; first++) for (let second = 0x30; second < 256; second++) add([first, second]);
  return table;
}
