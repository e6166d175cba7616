import { expect, it } from 'vitest';
import { parseMarkup } from '../../../src/book/parsing/parse-markup.ts';
import { mendColours } from '../../../src/book/preparing/mend-colours.ts';
import { legibleCss, mendSheet } from '../../../src/book/styles/pale-colours.ts';
import { page } from './build-zip.ts';

/** As it is drawn where the names mean something. */
function drawn(css: string): string {
  let read = css;
  for (const [, name, value] of legibleCss.matchAll(/(--[\w-]+): ([^;]+);/g)) {
    read = read.replaceAll(new RegExp(`var\\(${name}, [^()]*(?:\\([^()]*\\))?\\)`, 'g'), value ?? '');
  }
  return read;
}

const mended = (css: string) => drawn(mendSheet(css));

it('prints pale letters dark, but not on dark grounds', () => {
  expect(mended('a{color:#CCC;border-color:#ccc}b{color : silver !important}i{color:#fff}u{color:#00f}')).toBe(
    'a{color:#444;border-color:#ccc}b{color : #444 !important}i{color:#fff}u{color:#00f}',
  );
  const boxed = 'a{color:#ccc} .box{background: url("x") #222}';
  expect(mended(boxed)).toBe(boxed);
});

it('leaves pages alone that the names are not given to', () => {
  expect(mendSheet('a{color:#ccc !important}')).toBe('a{color:var(--octavo-letters, #ccc) !important}');
});

it('takes the page for paper, whatever ground the book gives it', () => {
  expect(mended('html body.x{background:#111;color:#fff} p{color:#fff}')).toBe(
    'html body.x{background:#111;color:#fff} p{color:#444}',
  );
});

it('takes it for paper where the book gives it a picture, too', () => {
  expect(mended('body{background:url(x.jpg)} p{color:#fff}')).toBe('body{background:url(x.jpg)} p{color:#444}');
  expect(mended('p.x{background:url(x.jpg)} p{color:#fff}')).toBe('p.x{background:url(x.jpg)} p{color:#fff}');
});

it('makes grounds of a middle grey paler under dark letters and darker under pale ones', () => {
  expect(mended('.a{background:#999}')).toBe('.a{background:#ddd}');
  expect(mended('.a{background-color:rgba(0, 0, 0, 0.4);color:#222}')).toBe('.a{background-color:#ddd;color:#222}');
  expect(mended('.a{background:#888;color:#999}')).toBe('.a{background:#ddd;color:#444}');
  expect(mended('.a{background:#888;color:#eee}')).toBe('.a{background:#333;color:#fff}');
  expect(mended('.a{background:#222;color:#777}')).toBe('.a{background:#222;color:#fff}');
  expect(mended('.a{background:#eee;color:#aaa}')).toBe('.a{background:#eee;color:#444}');
});

it('leaves what nobody can tell: pictures, rules, bars, and grounds of white letters that stand elsewhere', () => {
  for (const css of [
    '.a{background:#999 url(x.png)}',
    '.a{background:linear-gradient(#999,#aaa)}',
    'hr{background:#999}',
    '.bar{height:2px;background:#999}',
    '.a{background:#888} .a p{color:#fff}',
    '.a{background:rgba(0,0,0,0)}',
  ]) {
    expect(mended(css)).toBe(css);
  }
});

function styles(body: string, head = ''): (string | null)[] {
  const document = parseMarkup(page(body, head));
  mendColours(document);
  return [...document.querySelectorAll('[id]')].map((element) => {
    const style = element.getAttribute('style');
    return style === null ? null : drawn(style);
  });
}

it('does the same for the markup’s own colours, by the ground that they stand on', () => {
  expect(
    styles('<p id="a" style="color:#ccc">a</p><p id="b" style="color:white">b</p><font id="c" color="CCCCCC">c</font>'),
  ).toEqual(['color:#444', 'color:white', 'color:#444;']);
  expect(
    styles(
      '<div id="a" style="background:#222"><b id="b" style="color:#333">x</b><b id="c" style="color:#bbb">y</b></div>',
    ),
  ).toEqual(['background:#222', 'color:#fff', 'color:#bbb']);
  expect(
    styles('<table><tr><td id="a" bgcolor="#999999"><i id="b" style="color: #aaa">x</i></td></tr></table>'),
  ).toEqual(['background-color:#ddd;', 'color: #444']);
  const dark = '<style>.box { background: #000 }</style>';
  expect(styles('<div class="box"><p id="a" style="color:#ccc">a</p></div>', dark)).toEqual(['color:#ccc']);
  expect(styles('<p id="a" style="color:#fff">a</p>', '<style>body { background: #000 }</style>')).toEqual([
    'color:#444',
  ]);
});
