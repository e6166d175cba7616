// Plain text, Markdown and single pages, made into books in memory: chapters, words and places.

import { afterEach, expect, it } from 'vitest';
import type { Book } from '../../../../src/book/book.ts';
import { openFile } from '../../../../src/book/open-file.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';

const opened: Book[] = [];
const containers: HTMLElement[] = [];

afterEach(() => {
  for (const book of opened.splice(0)) book.close();
  for (const container of containers.splice(0)) container.remove();
});

function containerOf(width: number, height: number): HTMLElement {
  const container = makeContainer(width, height);
  containers.push(container);
  return container;
}

async function open(content: BlobPart, name = 'A file.txt') {
  const { book, kind } = await openFile(new File([content], name));
  opened.push(book);
  return { book, kind };
}

const chinese = '第一章　风雪\n　　大雪纷飞，山路上没有一个人。\n　　他走了很久。\n第二章　归来\n　　春天到了。\n';

it('finds the chapters of a Chinese text in an old encoding', async () => {
  // "第一章 风雪\n　　天下。" in GB 18030, repeated so that there is enough to judge by.
  const gb = [0xb5, 0xda, 0xd2, 0xbb, 0xd5, 0xc2, 0x20, 0xb7, 0xe7, 0xd1, 0xa9, 0x0a, 0xa1, 0xa1, 0xa1, 0xa1];
  const text = [0xb5, 0xc4, 0xd2, 0xbb, 0xca, 0xc7, 0xb2, 0xbb, 0xc1, 0xcb, 0xd4, 0xda, 0xc8, 0xcb, 0xa1, 0xa3];
  const { book, kind } = await open(Uint8Array.from([...gb, ...text, ...text, ...text]));
  expect(kind).toBe('txt');
  expect(book.toc.map(({ title }) => title)).toEqual(['第一章 风雪']);
  expect(book.facts.language).toBe('zh-Hans');
});

it('joins lines that were broken for a screen, and keeps places through another size of type', async () => {
  const line = 'It was a long line of a story that was written on a machine, and it was';
  const { book } = await open(
    `The Story\nby Ann Author\n\nChapter I\n\n${`${line}\n`.repeat(40)}\nChapter II\n\nShort.\n`,
  );
  expect(book.facts).toMatchObject({ title: 'The Story', authors: ['Ann Author'] });
  expect(book.toc.map(({ title }) => title)).toEqual(['Chapter I', 'Chapter II']);
  const container = containerOf(600, 500);
  const view = await book.show(container, plainStyle, { section: 1 });
  const place = await view.next();
  expect(place?.section).toBe(1);
  const again = await view.setStyle({ ...plainStyle, fontSize: 20 });
  expect(again.chapterOffset).toBeLessThanOrEqual(place?.chapterOffset ?? 0);
  expect(await view.goTo({ chapterUid: 2, offset: place?.chapterOffset ?? 0 })).toMatchObject({
    section: again.section,
  });
});

it('takes the name of the file for a title, and reads Markdown and pages by their content', async () => {
  expect((await open(chinese, '山.txt')).book.facts.title).toBe('山');
  const markdown = await open('# One\n\nWords *here*.\n\n# Two\n\n<script>alert(1)</script>More.\n', 'notes.txt');
  expect(markdown.kind).toBe('md');
  expect(markdown.book.toc.map(({ title }) => title)).toEqual(['One', 'Two']);
  const html =
    '<!doctype html><html lang="fr"><title>Page</title><body onload="x()"><h1>Un</h1><p>mot<h1>Deux</h1><p>mot';
  const web = await open(html, 'a.epub');
  expect(web.kind).toBe('html');
  expect(web.book.facts).toMatchObject({ title: 'Page', language: 'fr' });
  expect(web.book.sections).toHaveLength(2);
});

it('bears a single line of megabytes, zero bytes and marks that turn text about', async () => {
  const long = await open(`${'word '.repeat(600_000)}\n`);
  expect(long.book.sections.length).toBeGreaterThan(20);
  const container = containerOf(600, 800);
  const view = await long.book.show(container, plainStyle);
  expect(await view.next()).toBeDefined();
  const strange = await open(`${'A text\u202e with a turn. '.repeat(300)}\n\u0000 and a zero.\u0007`);
  expect(strange.kind).toBe('txt');
  await expect(openFile(new Blob([new Uint8Array(4000)]))).rejects.toMatchObject({ reason: 'not-a-book' });
});
