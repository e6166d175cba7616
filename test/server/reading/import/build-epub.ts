// Makes EPUB files for tests: a small whole one, and whatever is changed in it.

import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

export interface EpubParts {
  metadata?: string;
  manifest?: string;
  spine?: string;
  /** Attributes of `<spine>`. */
  spineAttributes?: string;
  packageStart?: string;
  /** More files, or other contents for those that a book has; undefined leaves one out. */
  files?: Record<string, string | Buffer | undefined>;
  compress?: boolean;
  /** Before every name. */
  folder?: string;
}

export const xhtml = (body: string, head = '<title>t</title>') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;

export async function buildEpub(parts: EpubParts = {}): Promise<Buffer> {
  const files: Record<string, string | Buffer | undefined> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'book/package.opf': `${parts.packageStart ?? '<?xml version="1.0"?>'}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:identifier id="id">urn:uuid:1</dc:identifier>${parts.metadata ?? '<dc:title>A Book</dc:title><dc:creator>Ann Author</dc:creator><dc:language>en</dc:language>'}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${parts.manifest ?? '<item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="two.xhtml" media-type="application/xhtml+xml"/>'}</manifest><spine ${parts.spineAttributes ?? ''}>${parts.spine ?? '<itemref idref="c1"/><itemref idref="c2"/>'}</spine></package>`,
    'book/nav.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>c</title></head><body><nav epub:type="toc"><ol><li><a href="one.xhtml">One</a><ol><li><a href="one.xhtml#part">Part</a></li></ol></li><li><a href="two.xhtml">Two</a></li></ol></nav></body></html>`,
    'book/one.xhtml': xhtml('<h1>One</h1><p id="part">Call me Ishmael.</p>'),
    'book/two.xhtml': xhtml('<h1>Two</h1><p>Loomings.</p>'),
    ...parts.files,
  };
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) {
    if (content !== undefined)
      zip.addBuffer(Buffer.from(content as string), `${parts.folder ?? ''}${name}`, {
        compress: parts.compress ?? name !== 'mimetype',
      });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Replaces text in the archive's bytes by text of the same length: names that no zip writer would write. */
export function patch(bytes: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('A patch must not change the length.');
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}
