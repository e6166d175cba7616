import { afterEach, expect, it } from 'vitest';
import type { Book, BookView } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { buildEpub, page } from './build-zip.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { shownDocument } from './shown-frame.ts';

const web = 'https://pictures.example';
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = new Blob([Uint8Array.from(atob(dot), (character) => character.charCodeAt(0))], { type: 'image/png' });

let book: Book | undefined;
let container: HTMLElement;

afterEach(() => {
  book?.close();
  container.remove();
});

const shown = () => shownDocument(container);

async function show(asked: string[], networkAllowed: boolean): Promise<BookView> {
  const body = `<img alt="a" src="${web}/a.png"/><img alt="f" src="file:///b.png"/><audio src="http://sounds.example/c.mp3"></audio>
<p style="background:url(${web}/d.png)">text</p><iframe src="${web}/e.html"></iframe><object data="${web}/f.svg"></object>
<script src="${web}/g.js"></script><a href="${web}/h">link</a><img alt="i" src="${web}/missing.png"/>`;
  const head = `<style>@font-face{font-family:x;src:url(${web}/j.woff2)}p{font-family:x}</style><link rel="stylesheet" href="${web}/k.css"/>`;
  book = await openBook(await buildEpub([{ name: 'one.xhtml', data: page(body, head) }]), {
    fetchRemote: (address) => {
      asked.push(address);
      return address.includes('missing') ? Promise.reject(new Error('There is none.')) : Promise.resolve(picture);
    },
    networkAllowed,
  });
  container = makeContainer();
  return book.show(container, plainStyle);
}

it('asks for nothing of a book whose reader did not allow it, and knows whom the book would ask', async () => {
  const asked: string[] = [];
  await show(asked, false);
  expect(asked).toEqual([]);
  expect(book?.network?.hosts).toEqual(['pictures.example', 'sounds.example']);
  expect(shown().querySelectorAll('[src]:not([src^="blob:"])').length).toBe(0);
});

it('loads pictures, sounds and fonts once it is allowed, never what runs, and stops when it is taken back', async () => {
  const asked: string[] = [];
  const view = await show(asked, false);
  book?.network?.allow(true);
  await view.setStyle(plainStyle);
  const wanted = [
    `${web}/a.png`,
    `${web}/d.png`,
    `${web}/j.woff2`,
    `${web}/missing.png`,
    'http://sounds.example/c.mp3',
  ];
  expect(asked.sort()).toEqual(wanted.sort());
  const first = shown().querySelector<HTMLImageElement>('img[alt="a"]');
  expect([first?.src.slice(0, 5), first?.naturalWidth]).toEqual(['blob:', 1]);
  asked.length = 0;
  book?.network?.allow(false);
  await view.setStyle(plainStyle);
  expect(asked).toEqual([]);
  expect(shown().querySelector('img[alt="a"]')?.hasAttribute('src')).toBe(false);
});

it('makes one address of what many chapters ask for, so that its fonts are counted once', async () => {
  const large = new Uint8Array(64);
  // A packed font of 60 MB: the share of a book holds two.
  large.set([0x77, 0x4f, 0x46, 0x32]);
  new DataView(large.buffer).setUint32(16, 60 * 1024 * 1024);
  const face = `<style>@font-face{font-family:x;src:url(${web}/x.woff2)}</style>`;
  book = await openBook(
    await buildEpub(
      [1, 2, 3, 4].map((n) => ({
        name: `${n}.xhtml`,
        data: page(`<p style="background:url(${web}/x.woff2)">${n}</p>`, face),
      })),
    ),
    { fetchRemote: () => Promise.resolve(new Blob([large], { type: 'font/woff2' })), networkAllowed: true },
  );
  container = makeContainer();
  const view = await book.show(container, plainStyle);
  const seen = new Set<string | undefined>();
  for (let section = 0; section < 4; section++) {
    await view.goTo({ section });
    const markup = shown().documentElement.outerHTML;
    for (const [address] of markup?.matchAll(/blob:[\w:/.-]+|about:invalid/g) ?? []) seen.add(address);
  }
  expect(seen.size).toBe(1);
  expect([...seen][0]).toMatch(/^blob:/);
});
