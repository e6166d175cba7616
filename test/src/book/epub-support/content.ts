// Content documents: fonts, SVG, the style properties that EPUB named before CSS did, and structural semantics.

import { readyToHyphenate } from '../../../../src/book/text/hyphenate.ts';
import { type BookUnderTest, publisherStyle } from './book-under-test.ts';
import { type Check, type Checks, judge } from './outcome.ts';

const font = (asks: string, selector: string, family: string): Check => ({
  asks,
  look: (book) => {
    const set = book.isSetIn(book.find(selector), family);
    return judge(set, set ? `The line is set in the book’s ${family}.` : `${family} was not loaded.`);
  },
});

/** The paragraphs with an inline declaration of that property, and what became of it. */
function declared(book: BookUnderTest, property: string): { wanted: string; element: HTMLElement }[] {
  return book.all('p[style]').flatMap((element) => {
    const wanted = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([\\w-]+)`).exec(
      element.getAttribute('style') ?? '',
    )?.[1];
    return wanted ? [{ wanted, element }] : [];
  });
}

/** Whether two letters of one word stand on different lines. */
function isBrokenWord(paragraph: Element): boolean {
  const range = document.createRange();
  const walker = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let top: number | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const [at, letter] of [...(node.nodeValue ?? '')].entries()) {
      if (letter === '\u00ad') continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const line = /\p{L}/u.test(letter) ? range.getBoundingClientRect().bottom : undefined;
      if (top !== undefined && line !== undefined && Math.abs(line - top) > 10) return true;
      top = line;
    }
  }
  return false;
}

function isFilledWithStars(book: BookUnderTest) {
  const heart = book.find<SVGPathElement>('path.fil0');
  const fill = book.css(heart).fill;
  const stars = book.all('pattern#star').length > 0;
  return judge(fill.includes('#star') && stars && heart.getBoundingClientRect().width > 50, `Its fill is ${fill}.`);
}

export const content: Checks = {
  'cnt-css-fonts_tt': font('A TrueType font of the book is used.', '.font-truetype', 'Lobster'),
  'cnt-css-fonts_woff2': font('A WOFF2 font of the book is used.', '.font-woff2', 'Macondo'),
  'cnt-svg-css': { asks: 'An SVG chapter’s own styles fill it with stars.', look: isFilledWithStars },
  'cnt-svg-css-inclusion': {
    asks: 'The chapter’s styles reach a drawing that stands in its markup.',
    look: isFilledWithStars,
  },
  'cnt-svg-support': {
    asks: 'An SVG file is a chapter.',
    look: (book) => {
      const { width, height } = book.find('svg').getBoundingClientRect();
      const said = book.text.includes('Test passes if you see this text');
      return judge(said && width > 300 && height > 200, 'The drawing and its text fill the page.');
    },
  },
  'css-epub-hyphens': {
    asks: 'Paragraphs are divided never, at soft hyphens, or wherever the language allows, as -epub-hyphens says.',
    look: async (book) => {
      await readyToHyphenate('en');
      const found = () => declared(book, '-epub-hyphens').concat(declared(book, 'hyphens'));
      const computed = found().map(({ element }) => book.css(element).hyphens);
      const broken = [false, false, false];
      // Whether a word falls on the end of a line is a matter of size.
      for (const fontSize of [80, 92, 104, 120]) {
        await book.view.setStyle({ ...publisherStyle, fontSize, hyphenate: true });
        for (const [n, { element }] of found().entries()) broken[n] ||= isBrokenWord(element);
      }
      const good = computed.join() === 'none,manual,auto' && broken.join() === 'false,true,true';
      return judge(good, `hyphens is ${computed.join(', ')}; divided words: ${broken.map(yesOrNo).join(', ')}.`);
    },
  },
  'css-epub-text-align-last': {
    asks: 'The last lines of seven paragraphs stand where -epub-text-align-last puts them.',
    look: (book) => {
      const found = declared(book, 'text-align-last');
      const good = found.filter(({ wanted, element }) => book.css(element).textAlignLast === wanted);
      return judge(found.length === 7 && good.length === 7, `${good.length} of 7 paragraphs have it.`);
    },
  },
  'css-epub-text-emphasis': { asks: 'Emphasis marks have the shape, colour and side they ask for.', look: emphasis },
  'css-epub-text-transform': {
    asks: 'The older value for full-width letters works.',
    look: (book) => {
      const shown = book.find('p[style]').textContent?.trim() ?? '';
      return judge(/[\uff01-\uff5e]/.test(shown) && !/[!-~]/.test(shown), `Its letters are ${shown}.`);
    },
  },
  'css-epub-word-break': {
    asks: 'Lines break between words, never inside them, or anywhere, as -epub-word-break says.',
    look: (book) => {
      const found = declared(book, 'word-break').map(({ element }) => book.css(element).wordBreak);
      return judge(found.join() === 'normal,keep-all,break-all', `word-break is ${found.join(', ')}.`);
    },
  },
  'pss-support_ignore-title': {
    asks: 'A note that a link names is shown by itself, but the page’s title is no note.',
    look: async (book) => {
      const onFirst = await book.after('noteAsked', () => book.click(book.find('p [data-octavo-link]')));
      await book.go(1);
      const onSecond = await book.after('noteAsked', () => book.click(book.find('p [data-octavo-link]')));
      const seen = `Page one ${onFirst ? 'offers its note' : 'only follows its link'}; page two ${onSecond ? 'takes its title for a note' : 'has none'}.`;
      return judge(!onSecond, seen);
    },
  },
};

async function emphasis(book: BookUnderTest) {
  const style = (name: string) => book.css(book.find(`.emphasis-${name}`));
  const shapes: [string, string][] = [
    ['filled-dot', 'dot'],
    ['filled-circle', 'circle'],
    ['filled-double-circle', 'double-circle'],
    ['filled-double-triangle', 'triangle'],
    ['filled-sesame', 'sesame'],
    ['a', '"a"'],
    ['open-dot', 'open dot'],
  ];
  const wrong = shapes.filter(([name, wanted]) => style(name).textEmphasisStyle !== wanted).map(([name]) => name);
  if (style('filled-dot-blue').textEmphasisColor !== 'rgb(0, 0, 255)') wrong.push('blue');
  if (!style('filled-dot-under').textEmphasisPosition.includes('under')) wrong.push('under');
  const sides: [number, string, string][] = [
    [1, 'left', 'vertical-lr'],
    [3, 'right', 'vertical-rl'],
  ];
  for (const [section, side, mode] of sides) {
    await book.go(section);
    const { textEmphasisPosition, writingMode } = style(`filled-dot-over-${side}`);
    // "right" is what a position without a side means, and is left out when it is written down.
    const there = textEmphasisPosition.includes('left') === (side === 'left');
    if (!there || writingMode !== mode) wrong.push(`${side}, vertical`);
  }
  return judge(wrong.length === 0, wrong.length ? `Wrong: ${wrong.join(', ')}.` : 'All fifteen have them.');
}

const yesOrNo = (yes: boolean) => (yes ? 'yes' : 'no');
