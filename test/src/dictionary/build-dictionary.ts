// Makes StarDict dictionaries for tests, whole or broken.

export interface MadeEntry {
  word: string;
  /** The entry's bytes, or its text. */
  data: string | Uint8Array;
  synonyms?: string[];
}

export interface Made {
  ifo: string;
  idx: Uint8Array;
  dict: Uint8Array;
  syn: Uint8Array;
}

const encoder = new TextEncoder();

export function buildDictionary(entries: readonly MadeEntry[], types = 'm', name = 'Test dictionary'): Made {
  const index: number[] = [];
  const text: Uint8Array[] = [];
  const synonyms: number[] = [];
  let offset = 0;
  entries.forEach(({ word, data, synonyms: others = [] }, number) => {
    const bytes = typeof data === 'string' ? encoder.encode(data) : data;
    index.push(...encoder.encode(word), 0, ...bigEndian(offset), ...bigEndian(bytes.length));
    for (const other of others) synonyms.push(...encoder.encode(other), 0, ...bigEndian(number));
    text.push(bytes);
    offset += bytes.length;
  });
  const idx = Uint8Array.from(index);
  return {
    ifo: ifoOf(name, entries.length, idx.length, types),
    idx,
    dict: joined(text),
    syn: Uint8Array.from(synonyms),
  };
}

export function ifoOf(name: string, words: number, size: number, types: string): string {
  const sequence = types === '' ? '' : `sametypesequence=${types}\n`;
  return `StarDict's dict ifo file\nversion=2.4.2\nbookname=${name}\nwordcount=${words}\nidxfilesize=${size}\n${sequence}`;
}

export function filesOf(made: Made, base = 'test'): File[] {
  const file = (kind: string, data: BlobPart) => new File([data], `${base}.${kind}`);
  return [
    file('ifo', made.ifo),
    file('idx', made.idx as Uint8Array<ArrayBuffer>),
    file('dict', made.dict as Uint8Array<ArrayBuffer>),
    ...(made.syn.length > 0 ? [file('syn', made.syn as Uint8Array<ArrayBuffer>)] : []),
  ];
}

export async function gzip(data: BlobPart): Promise<Blob> {
  return new Response(new Blob([data]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

/** A tar archive of plain files. */
export function tar(files: readonly { name: string; data: Uint8Array }[]): Uint8Array {
  const blocks = files.flatMap(({ name, data }) => {
    const header = new Uint8Array(512);
    header.set(encoder.encode(name));
    header.set(encoder.encode(data.length.toString(8).padStart(11, '0')), 124);
    header[156] = 48;
    const body = new Uint8Array(Math.ceil(data.length / 512) * 512);
    body.set(data);
    return [header, body];
  });
  return joined([...blocks, new Uint8Array(1024)]);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function bigEndian(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}
