import { afterEach, expect, it } from 'vitest';
import type { Book } from '../../../src/book/book.ts';
import { openBook } from '../../../src/book/open-book.ts';
import { pictureBytes } from '../painted-picture.ts';
import { buildEpub, buildZip, type ChapterSource, container, page } from './build-zip.ts';
import { makeContainer, plainStyle } from './reading-style.ts';
import { shownDocument } from './shown-frame.ts';

let book: Book | undefined;
let box: HTMLElement | undefined;

afterEach(() => {
  book?.close();
  box?.remove();
});

async function show(chapters: ChapterSource[], parts: { name: string; data: Uint8Array<ArrayBuffer> | string }[] = []) {
  book = await openBook(await buildEpub(chapters, { parts }));
  box = makeContainer();
  const view = await book.show(box, { ...plainStyle, fontFamily: '' });
  return { view, page: shown };
}

const shown = () => shownDocument(box);

const widths = () => [...shown().querySelectorAll<HTMLImageElement>('img')].map((one) => [one.alt, one.naturalWidth]);

it('finds pictures from the root, past it, by bases and in sets, and not those of others', async () => {
  const body = `<img alt="root" src="/O/p1.png"/><img alt="past" src="../../../../O/p2.png"/><img alt="set" srcset="p3.png 1x, p2.png 2x"/>
<div xml:base="deep/"><img alt="base" src="p4.png"/></div><img alt="escaped" src="p%31.png#x"/><img alt="none" src="p9.png"/>`;
  const parts = await Promise.all(
    ['O/p1.png', 'O/p2.png', 'O/p3.png', 'O/deep/p4.png'].map(async (name, n) => ({
      name,
      data: await pictureBytes(n + 1, 5),
    })),
  );
  await show([
    { name: 'one.xhtml', data: page(body) },
    ...['p1.png', 'p2.png', 'p3.png', 'deep/p4.png'].map((name, n) => ({
      name,
      data: parts[n]?.data ?? '',
      itemref: 'linear="no"',
    })),
  ]);
  expect(widths()).toEqual([
    ['root', 1],
    ['past', 2],
    ['set', 3],
    ['base', 4],
    ['escaped', 1],
    ['none', 0],
  ]);
});

it('honours the base of a page and shows what is embedded, fallen back to and switched', async () => {
  const inner = page('<p>embedded <b>page</b></p><script>document.title="ran"</script><img alt="i" src="../p1.png"/>');
  const body = `<iframe src="inner.xhtml" width="300" height="100"></iframe><iframe src="second.xhtml"></iframe><iframe src="file:///etc/passwd"></iframe><object data="../p1.png" type="image/png" id="o" width="40" height="30">never</object><object data="x.swf" type="application/x-shockwave-flash"><em id="f">fallback</em></object>
<audio id="a" src="../p1.png"></audio><epub:switch id="s"><epub:case required-namespace="http://www.w3.org/1998/Math/MathML"><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math></epub:case><epub:default><p id="d">plain</p></epub:default></epub:switch>
<epub:switch><epub:case required-namespace="urn:none"><p id="c">case</p></epub:case><epub:default><p id="e">default</p></epub:default></epub:switch>`;
  const dot = await pictureBytes(7, 5);
  await show([
    { name: 'one.xhtml', data: page(body, '<base href="deep/"/>') },
    { name: 'p1.png', data: dot, itemref: 'linear="no"' },
    { name: 'deep/inner.xhtml', data: inner, itemref: 'linear="no"' },
    { name: 'deep/second.xhtml', data: page('<p>second</p>'), itemref: 'linear="no"' },
  ]);
  const document = shown();
  const height = (id: string) => document.getElementById(id)?.getBoundingClientRect().height ?? -1;
  const [frame, second, none] = document.querySelectorAll('iframe') as unknown as HTMLIFrameElement[];
  if (!frame) throw new Error('Nothing is embedded.');
  await expect.poll(() => frame.contentDocument?.body?.textContent).toContain('embedded page');
  await expect.poll(() => second?.contentDocument?.body?.textContent).toBe('second');
  expect(none?.getAttribute('src')).toBe(null);
  expect(frame.contentDocument?.title).toBe('t');
  expect(frame.contentDocument?.querySelector('img')?.naturalWidth).toBe(7);
  expect(document.getElementById('o')?.getBoundingClientRect().toJSON()).toMatchObject({ width: 40, height: 30 });
  expect([height('f') > 0, height('e') > 0, height('d'), height('c')]).toEqual([true, true, 0, 0]);
  expect(document.querySelector('math')?.getBoundingClientRect().height).toBeGreaterThan(0);
  expect((document.getElementById('a') as HTMLAudioElement).controls).toBe(true);
});

it('says so where markup is damaged or a part is no page, without touching text and places', async () => {
  const broken = page('<p id="p">Damaged & told</p><p>open').replace('</body>', '</section></body>');
  const { view } = await show([
    { name: 'one.xhtml', data: broken },
    { name: 'two.json', data: '{}' },
    { name: 'three.xhtml', data: page('<p>a&nbsp;b R&D</p>') },
  ]);
  const notice = () => getComputedStyle(shown().body, '::before').content;
  expect(notice()).toContain('damaged');
  expect(view.place()).toMatchObject({ chapterOffset: 0, textQuote: expect.stringMatching(/^Damaged & told/) });
  const failed = new Promise<string>((resolve) => view.on('sectionFailed', ({ reason }) => resolve(reason)));
  expect(await view.next()).toMatchObject({ section: 1, pages: 1 });
  expect(await failed).toContain('application/json');
  await view.next();
  expect(notice()).toBe('none');
});

it('opens the first of several packages, and a package without metadata', async () => {
  const package_ = (text: string) =>
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest><item id="c" href="${text}.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>`;
  const roots = ['a', 'b']
    .map((name) => `<rootfile full-path="${name}.opf" media-type="application/oebps-package+xml"/>`)
    .join('');
  const file = await buildZip([
    { ...container, data: String(container.data).replace(/<rootfile .*\/>/, roots) },
    { name: 'META-INF/manifest.xml', data: '<manifest><item href="evil"/></manifest>' },
    ...['a', 'b'].flatMap((name) => [
      { name: `${name}.opf`, data: package_(name) },
      { name: `${name}.xhtml`, data: page(`<p>text of ${name}</p>`) },
    ]),
  ]);
  book = await openBook(file);
  box = makeContainer();
  await book.show(box, plainStyle);
  expect(shown().body.textContent).toBe('text of a');
  expect(book.facts).toMatchObject({ title: '', authors: [], direction: 'ltr' });
});
