// Text that pages would lose: in boxes that are too small for it, on lines that may not be broken, beside the page.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Book, BookView } from '../../../../src/book/book.ts';
import { Shell } from '../../../../src/book/layout/shell.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { buildEpub, page, prose } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { shownDocument } from '../shown-frame.ts';

const words = 'a few words that go on for a good while '.repeat(8);
const sheet = `<style>.pagenum { position: absolute; left: 92% } .before { position: fixed; left: 1% }
.frame { width: 340px; height: 150px; border: 1px solid } .cut { height: 99px; overflow: hidden }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden } .initial { height: 20px; float: left; font-size: 3em }
.line { white-space: nowrap } .kept { white-space: pre } table { white-space: nowrap } .whole { display: inline-block }
.far { position: absolute; left: -9999px } .titled { position: relative } .titled span { position: absolute; top: 0; right: 0 }</style>`;
const numbered = page(
  `<div class="titled"><span id="own">own place</span><p>Title</p></div>${prose(16)}<p id="here">Here<span class="pagenum" id="n9">[Pg 9]</span> ${words}</p>${prose(2)}<p id="there"><span class="before" id="n10">10</span>${words}<span class="far" id="far">Page ten</span></p>`,
  sheet,
);
const boxes = page(
  `<p class="line" id="line">${words}</p><p class="kept" id="kept">${words}\n${words}</p><p>A <span class="line" id="short">short one</span></p>
<div class="frame" id="frame"><p>${words}</p></div><div class="cut" id="cut"><p>${words}</p><p id="last">end</p></div>
<p id="after"><span class="initial" id="initial">I</span>nitial</p><div class="unseen" id="unseen">${words}</div>
<table id="table"><tr>${`<td>${words.slice(0, 60)}</td>`.repeat(6)}</tr></table>`,
  sheet,
);
const outside = page(
  `<div style="height:100dvh" id="cover">Cover</div><p style="margin:0 -9em" id="margins">${words}</p><p class="shares" id="shares">${words.slice(0, 120)}</p><p style="text-indent:-9em" id="indent">${words}</p>
<p style="margin-left:3em;text-indent:-3em" id="hanging">${words}</p><p style="margin-left:-1em" id="little">${words}</p>
<div dir="rtl"><p style="padding-right:4em;text-indent:-4em" id="leftward">${words}</p><p style="text-indent:-9em" id="leftward-cut">${words}</p></div>`,
  '<style>.shares { margin: 0 -12.5vw }</style>',
);
const whole = page(`<div class="whole" id="whole">${prose(30, 'w')}</div><p id="next">Next</p>`, sheet);

let book: Book;
let view: BookView;
let container: HTMLElement;

beforeAll(async () => {
  container = makeContainer();
  book = await openBook(
    await buildEpub([
      { name: 'numbered.xhtml', data: numbered },
      { name: 'boxes.xhtml', data: boxes },
      { name: 'whole.xhtml', data: whole },
      { name: 'outside.xhtml', data: outside },
    ]),
  );
  view = await book.show(container, plainStyle);
});
afterAll(() => {
  book.close();
  container.remove();
});

const shown = () => shownDocument(container);
const element = (id: string) => shown().getElementById(id) as Element;
const box = (id: string) => element(id).getBoundingClientRect();
const { left } = plainStyle.margin;
const right = 1404 - plainStyle.margin.right;

it('keeps numbers in the margin beside their lines', async () => {
  await view.goTo({ href: 'numbered.xhtml#here' });
  expect(view.place()?.page).toBeGreaterThan(0);
  expect(box('n9').right).toBeCloseTo(right, 0);
  expect(Math.abs(box('n9').top - box('here').top)).toBeLessThan(plainStyle.fontSize);
  await view.goTo({ href: 'numbered.xhtml#there' });
  expect(box('n10').left).toBeCloseTo(left, 0);
  expect(box('far').right).toBeLessThan(-1404);
  await view.goTo({ section: 0 });
  // What has a place within the text stays there.
  expect(getComputedStyle(element('own')).position).toBe('absolute');
});

it('breaks lines that would run over the next page', async () => {
  await view.goTo({ section: 1 });
  for (const id of ['line', 'kept', 'table']) {
    const range = shown().createRange();
    range.selectNodeContents(element(id));
    const lines = [...range.getClientRects()];
    for (const line of lines) {
      expect(line.left % 1404).toBeGreaterThanOrEqual(left - 1);
      // A kept space hangs behind the end of its line.
      expect(line.width).toBeLessThanOrEqual(right - left + plainStyle.fontSize / 2);
    }
    expect(lines.length).toBeGreaterThan(2);
  }
  expect(getComputedStyle(element('short')).whiteSpace).toBe('nowrap');
});

it('lets boxes grow with their text, but not what is meant to be unseen or an initial', async () => {
  await view.goTo({ section: 1 });
  const frame = element('frame');
  expect(frame.scrollHeight).toBeLessThanOrEqual(frame.clientHeight + 1);
  expect(frame.clientHeight).toBeGreaterThan(150);
  expect(box('cut').bottom).toBeGreaterThanOrEqual(box('last').bottom);
  expect([box('unseen').height, box('initial').height]).toEqual([1, 20]);
});

it('divides what is longer than a page between pages', async () => {
  await view.goTo({ section: 2 });
  expect(view.place()?.pages).toBeGreaterThan(2);
  const place = await view.goTo({ href: 'whole.xhtml#next' });
  expect(place.page).toBe(place.pages - 1);
});

it('cuts nothing off at the page’s edge, and gives a page to what is as high as the window', async () => {
  await view.goTo({ section: 3 });
  const text = view.place();
  expect(text?.pages).toBe(2);
  const height = 1872 - plainStyle.margin.top - plainStyle.margin.bottom;
  expect(box('cover').height).toBeLessThanOrEqual(height);
  expect(box('cover').height).toBeGreaterThan(height - 2 * plainStyle.fontSize);
  await view.next();
  for (const id of ['margins', 'shares']) expect([box(id).left, box(id).right]).toEqual([left, right]);
  const begins = (id: string) => {
    const range = shown().createRange();
    range.selectNodeContents(element(id));
    return range.getClientRects()[0]?.left;
  };
  expect([begins('indent'), begins('hanging')]).toEqual([left, left]);
  const indents = ['leftward', 'leftward-cut'].map((id) => getComputedStyle(element(id)).textIndent);
  expect(indents).toEqual([`${-4 * plainStyle.fontSize}px`, '0px']);
  // What stays on the page is the book's own.
  expect(box('little').left).toBe(left - plainStyle.fontSize);
});

it('goes by pages, not by where the chapter before was turned to, nor to which side pages follow', async () => {
  const shell = new Shell(container);
  const load = async (markup: string) => {
    const document = new DOMParser().parseFromString(markup, 'application/xhtml+xml');
    await shell.load({ document, textStart: 0, fixedSize: undefined }, plainStyle, { width: 1404, height: 1872 });
  };
  const styleOf = (id: string) => shell.document.getElementById(id)?.style;
  await load(page(prose(60)));
  for (const turned of [1, 3]) {
    await load(page(prose(60)));
    shell.turnTo(turned);
    expect(shell.page).toBe(turned);
    await load(numbered);
    expect(['n9', 'n10', 'far'].map((id) => styleOf(id)?.float)).toEqual(['right', 'left', '']);
    await load(page(prose(60)));
    shell.turnTo(turned);
    await load(outside);
    expect([styleOf('little')?.marginLeft, styleOf('margins')?.marginLeft]).toEqual(['-1em', '0px']);
  }
  const beside = '<span class="beside" id="a">7</span>';
  const sheet = '<style>.beside { position: absolute }</style>';
  await load(page(`${prose(30)}<p id="p">${beside}${words}</p>`, sheet));
  expect([
    shell.pageOfRect(shell.document.getElementById('p')?.getBoundingClientRect() as DOMRect) > 1,
    styleOf('a')?.float,
  ]).toEqual([true, 'left']);
  await load(
    page(`<div dir="rtl">x</div>${prose(30)}<p>${beside}${words}</p>`, sheet).replace('<body>', '<body dir="rtl">'),
  );
  expect([shell.leftward, styleOf('a')?.float]).toEqual([true, 'right']);
  const hidden = '<style>.l { position: absolute; left: -9999px } .r { position: absolute; right: -9999px }</style>';
  const aside = `<span class="l" id="l">Page ten</span><span class="r" id="r">Page ten</span>`;
  const beyond = `${prose(30)}<p>${aside}<span class="beside" id="a">7</span>${words}</p>${prose(30)}`;
  await load(page(`<div dir="rtl">x</div>${beyond}`, sheet + hidden).replace('<body>', '<body dir="rtl">'));
  expect([shell.leftward, ...['l', 'r', 'a'].map((id) => styleOf(id)?.float)]).toEqual([true, '', '', 'right']);
  shell.close();
});
