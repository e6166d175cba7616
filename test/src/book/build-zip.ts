// Builds ZIP files and small EPUBs in the test itself, honest ones and broken ones.

export interface ZipPart {
  name: string;
  /** In the code page of an old tool, instead of the name. */
  nameBytes?: readonly number[];
  /** Those of the entry: UTF-8 for a name, nothing for its bytes, unless told. */
  flags?: number;
  /** Extra fields in the file's own table. */
  extra?: readonly number[];
  data: Uint8Array<ArrayBuffer> | string;
  /** Kept unpacked. */
  stored?: boolean;
  encrypted?: boolean;
  /** Lie about the unpacked size. */
  claimedSize?: number;
}

async function deflate(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** CRCs are left zero: the reader checks lengths, not sums. */
export async function buildZip(parts: readonly ZipPart[], zip64 = false): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = part.nameBytes ? new Uint8Array(part.nameBytes) : new TextEncoder().encode(part.name);
    const data = typeof part.data === 'string' ? new TextEncoder().encode(part.data) : part.data;
    const packed = part.stored ? data : await deflate(data);
    const common = new DataView(new ArrayBuffer(26));
    common.setUint16(0, 20, true);
    common.setUint16(2, (part.flags ?? (part.nameBytes ? 0 : 0x800)) | (part.encrypted ? 1 : 0), true);
    common.setUint16(4, part.stored ? 0 : 8, true);
    common.setUint32(14, packed.length, true);
    common.setUint32(18, part.claimedSize ?? data.length, true);
    common.setUint16(22, name.length, true);
    const local = new Uint8Array([0x50, 0x4b, 3, 4, ...new Uint8Array(common.buffer)]);
    const tail = new DataView(new ArrayBuffer(14));
    tail.setUint32(10, offset, true);
    if (zip64) {
      directory.push(...wideEntry(common, name, packed.length, part.claimedSize ?? data.length, offset));
      chunks.push(local, name, packed);
      offset += local.length + name.length + packed.length;
      continue;
    }
    const extra = new Uint8Array(part.extra ?? []);
    const listed = new Uint8Array([
      0x50,
      0x4b,
      1,
      2,
      20,
      0,
      ...new Uint8Array(common.buffer),
      ...new Uint8Array(tail.buffer),
    ]);
    new DataView(listed.buffer).setUint16(30, extra.length, true);
    directory.push(listed, name, extra);
    chunks.push(local, name, packed);
    offset += local.length + name.length + packed.length;
  }
  const directorySize = directory.reduce((sum, chunk) => sum + chunk.length, 0);
  if (zip64) return new Blob([...chunks, ...directory, wideEnd(parts.length, directorySize, offset)]);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, parts.length, true);
  end.setUint16(10, parts.length, true);
  end.setUint32(12, directorySize, true);
  end.setUint32(16, offset, true);
  return new Blob([...chunks, ...directory, new Uint8Array(end.buffer)], { type: 'application/epub+zip' });
}

/** A zip64 entry: all sizes in the extra field. */
function wideEntry(
  common: DataView<ArrayBuffer>,
  name: Uint8Array<ArrayBuffer>,
  packed: number,
  size: number,
  at: number,
) {
  const head = new DataView(common.buffer.slice(0));
  head.setUint32(14, 0xffffffff, true);
  head.setUint32(18, 0xffffffff, true);
  head.setUint16(24, 28, true);
  const tail = new DataView(new ArrayBuffer(14));
  tail.setUint32(10, 0xffffffff, true);
  const extra = new DataView(new ArrayBuffer(28));
  extra.setUint16(0, 1, true);
  extra.setUint16(2, 24, true);
  [size, packed, at].forEach((value, n) => {
    extra.setBigUint64(4 + n * 8, BigInt(value), true);
  });
  const fixed = [0x50, 0x4b, 1, 2, 45, 0, ...new Uint8Array(head.buffer), ...new Uint8Array(tail.buffer)];
  return [new Uint8Array(fixed), name, new Uint8Array(extra.buffer)];
}

function wideEnd(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const end = new DataView(new ArrayBuffer(56 + 20 + 22));
  end.setUint32(0, 0x06064b50, true);
  end.setBigUint64(32, BigInt(count), true);
  end.setBigUint64(40, BigInt(size), true);
  end.setBigUint64(48, BigInt(offset), true);
  end.setUint32(56, 0x07064b50, true);
  end.setBigUint64(64, BigInt(offset + size), true);
  end.setUint32(76, 0x06054b50, true);
  end.setUint32(88, 0xffffffff, true);
  end.setUint32(92, 0xffffffff, true);
  return new Uint8Array(end.buffer);
}

export const container: ZipPart = {
  name: 'META-INF/container.xml',
  data: '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="O/c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
};

export interface ChapterSource {
  /** File name below `O/`, with the extension that says its type. */
  name: string;
  data: ZipPart['data'];
  /** Attributes of its `itemref`. */
  itemref?: string;
}

const types: Record<string, string> = {
  xhtml: 'application/xhtml+xml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  css: 'text/css',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff2: 'font/woff2',
  json: 'application/json',
  webm: 'video/webm',
  wav: 'audio/wav',
};

const typeOf = (name: string): string => types[name.split('.').at(-1) ?? ''] ?? 'text/plain';

/**
 * An EPUB with these chapters and parts; contents name every chapter that has a number in its name. Chapters may use
 * parts that are `listed` in the manifest only.
 */
export function buildEpub(
  chapters: readonly ChapterSource[],
  more: {
    parts?: ZipPart[];
    listed?: boolean;
    spine?: string;
    metadata?: string;
    language?: string;
    contents?: string;
  } = {},
): Promise<Blob> {
  const items = chapters.map(
    ({ name }, n) => `<item id="c${n}" href="${encodeURI(name)}" media-type="${typeOf(name)}"/>`,
  );
  const listed = (more.listed ? (more.parts ?? []) : []).filter(({ name }) => name.startsWith('O/'));
  for (const [n, { name }] of listed.entries()) {
    items.push(`<item id="p${n}" href="${encodeURI(name.slice(2))}" media-type="${typeOf(name)}"/>`);
  }
  const refs = chapters.map(({ itemref = '' }, n) => `<itemref idref="c${n}" ${itemref}/>`);
  const links = chapters.map(({ name }, n) => `<li><a href="${encodeURI(name)}">Chapter ${n + 1}</a></li>`);
  return buildZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    container,
    {
      name: 'O/c.opf',
      data: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">urn:uuid:12345678-1234-1234-1234-123456789abc</dc:identifier><dc:title>Test</dc:title><dc:language>${more.language ?? 'en'}</dc:language>${more.metadata ?? ''}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join('')}</manifest><spine ${more.spine ?? ''}>${refs.join('')}</spine></package>`,
    },
    {
      name: 'O/nav.xhtml',
      data: `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>n</title></head><body>${more.contents ?? `<nav epub:type="toc"><ol>${links.join('')}</ol></nav>`}</body></html>`,
    },
    ...chapters.map(({ name, data }) => ({ name: `O/${name}`, data })),
    ...(more.parts ?? []),
  ]);
}

export function page(body: string, head = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title>${head}</head><body>${body}</body></html>`;
}

/** Different words on every call site, so that each passage occurs once. */
export function prose(paragraphs: number, seed = 'p'): string {
  return Array.from({ length: paragraphs }, (_, n) => {
    const words = Array.from({ length: 60 }, (_, w) => `${seed}${n}w${w}`).join(' ');
    return `<p>${words}.</p>`;
  }).join('\n');
}
