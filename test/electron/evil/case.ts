// How an evil book is written down, and made into a file.

import { buildEpub, type ChapterSource, page, type ZipPart } from '../../src/book/build-zip.ts';

export interface EvilChapter {
  /** What it tries. */
  name: string;
  /** Markup of its first chapter's body; `here` is the address of the server that must hear nothing. */
  body?: (here: string) => string;
  head?: (here: string) => string;
  /** The whole first chapter, in place of body and head. */
  whole?: (here: string) => Uint8Array<ArrayBuffer> | string;
  chapters?: (here: string) => ChapterSource[];
  parts?: (here: string) => ZipPart[];
  /** Its first chapter may be refused, as long as it says so. */
  mayFail?: boolean;
}

/** Says that it ran, to the page and to the server. */
export const shout = (here: string, name: string): string =>
  `(function(){try{(top.pwned=top.pwned||[]).push('${name}')}catch(e){}try{new Image().src='${here}/ran/${name}'}catch(e){}})()`;

export const mark = 'still here';
export const last = 'the end of it';

/** An EPUB with the evil chapter, an honest one after it, and a drawing. */
export function evilBook(evil: EvilChapter, here: string): Promise<Blob> {
  const first =
    evil.whole?.(here) ?? page(`<p id="mark">${mark}</p>${evil.body?.(here) ?? ''}`, evil.head?.(here) ?? '');
  return buildEpub(
    [
      { name: 'one.xhtml', data: first },
      ...(evil.chapters?.(here) ?? []),
      { name: 'last.xhtml', data: page(`<p>${last}</p>`) },
    ],
    { parts: evil.parts?.(here) ?? [], listed: true },
  );
}
