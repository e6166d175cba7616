// Opens a small book of its own where nobody sees it: what opening a book runs is compiled when the reader opens one
// (measured: a third of the time to the first page). Every part of that book comes as a task of its own, after whatever
// is more urgent.

import type { ZipArchive } from './archive/zip-archive.ts';
import { BookError, type ReadingStyle } from './book.ts';
import { openArchive } from './open-book.ts';

const xhtml = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"';
const page = 'media-type="application/xhtml+xml"';

/** Of each thing that most books have, a little. */
const parts: Readonly<Record<string, string>> = {
  'META-INF/container.xml':
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b/c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  'b/c.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">i</dc:identifier><dc:title id="t">T</dc:title><meta refines="#t" property="title-type">main</meta><dc:creator>A</dc:creator><dc:language>en</dc:language><meta property="dcterms:modified">2000-01-01T00:00:00Z</meta></metadata><manifest><item id="n" href="nav.xhtml" ${page} properties="nav"/><item id="s" href="s.css" media-type="text/css"/><item id="p" href="p.svg" media-type="image/svg+xml"/><item id="c" href="c.xhtml" ${page}/><item id="d" href="d.xhtml" ${page}/></manifest><spine><itemref idref="c"/><itemref idref="d"/></spine></package>`,
  'b/nav.xhtml': `<html ${xhtml}><head><title>T</title></head><body><nav epub:type="toc"><ol><li><a href="c.xhtml">C</a><ol><li><a href="c.xhtml#e">E</a></li></ol></li><li><a href="d.xhtml">D</a></li></ol></nav><nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c.xhtml">C</a></li></ol></nav></body></html>`,
  'b/s.css':
    '@charset "utf-8"; @namespace epub "http://www.idpf.org/2007/ops"; body { margin: 1em; -epub-hyphens: auto; } h1, .a > b:first-child { font-size: 12pt; color: #333; break-after: avoid; } p { text-indent: 1em; background: url(p.svg); } @media (min-width: 1px) { section[epub|type~="chapter"] { break-before: page; } }',
  'b/p.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  'b/c.xhtml': `<html ${xhtml}><head><title>C</title><link rel="stylesheet" href="s.css"/></head><body><section epub:type="chapter" class="a"><h1>C</h1><p style="font-size: 12px">Words, <em>slanted</em> and <b id="e">bold</b>: <a href="d.xhtml#f">there</a>.</p><p><img src="p.svg" alt=""/></p></section></body></html>`,
  'b/d.xhtml': `<html ${xhtml}><head><title>D</title></head><body><p id="f">Words.</p></body></html>`,
};

let rehearsed = false;

/** Once; resolves when it is done, or given up by the signal as a book is opened. `container` is empty afterwards. */
export async function rehearseOpening(container: HTMLElement, style: ReadingStyle, signal: AbortSignal): Promise<void> {
  if (rehearsed) return;
  try {
    const book = await openArchive(archiveUntil(signal), { container });
    try {
      if (!signal.aborted) await book.show(container, style);
    } finally {
      book.close();
    }
    rehearsed = !signal.aborted;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function archiveUntil(signal: AbortSignal): ZipArchive {
  const bytes = async (name: string) => {
    // No spare time is given while a view's step waits, as the rehearsal's own does for this.
    await scheduler.postTask(() => undefined, { priority: 'background' });
    const text = parts[name];
    if (text === undefined || signal.aborted) throw new BookError('damaged', 'The rehearsal has been given up.');
    return new TextEncoder().encode(text);
  };
  return {
    names: Object.keys(parts),
    find: (path) => (path in parts ? path : undefined),
    size: (name) => parts[name]?.length ?? 0,
    bytes,
    blob: async (name, type) => new Blob([await bytes(name)], { type }),
  };
}
