import { describe, expect, it } from 'vitest';
import { markCss } from '../../../../src/book/highlights/mark-css.ts';
import { keepOut, letIn } from '../../../../src/book/layout/lay-out-gradually.ts';
import { Pace } from '../../../../src/book/pace.ts';
import { parseMarkup } from '../../../../src/book/parsing/parse-markup.ts';
import { page } from '../build-zip.ts';

const plain = `<p>${'山路を登りながら、こう考えた。'.repeat(6)}</p>`;
const ruby = `<p>${'<ruby>山路<rt>やまみち</rt></ruby>を登りながら、こう考えた。'.repeat(6)}</p>`;
const kept = (body: Element) => body.querySelectorAll('[data-octavo-later]').length;

describe('a chapter that is laid out in steps', () => {
  it('is let in part by part, until all of it stands', async () => {
    const { body } = parseMarkup(page(ruby.repeat(60)));
    const later = keepOut(body, { vertical: true, counted: false });
    expect(later.length).toBeGreaterThan(2);
    expect(kept(body)).toBe(later.flat().length);
    const seen: number[] = [];
    const laidOut = () => {
      seen.push(kept(body));
    };
    const told: Element[] = [];
    const entered = (part: readonly Element[]) => {
      told.push(...part);
    };
    expect(await letIn(later, new Pace(), { entered, laidOut }, () => true)).toBe(true);
    expect(told).toEqual(later.flat());
    expect(seen[0]).toBe(later.flat().length);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    expect(new Set(seen).size).toBe(later.length);
    expect(kept(body)).toBe(0);
  });

  it('has smaller parts where it has more elements', () => {
    const read = { vertical: false, counted: false };
    const partsOf = (paragraph: string) => keepOut(parseMarkup(page(paragraph.repeat(60))).body, read).length;
    expect(partsOf(ruby)).toBeGreaterThan(partsOf(plain) * 1.5);
    expect(partsOf('<p>short</p>')).toBe(0);
    const counted = keepOut(parseMarkup(page(ruby.repeat(60))).body, { vertical: false, counted: true });
    expect(counted.length).toBeLessThan(partsOf(ruby));
  });

  it('has parts of one size, and none for the crumbs', () => {
    const { body } = parseMarkup(page(`<p>${'word '.repeat(80)}</p>`.repeat(163)));
    const later = keepOut(body, { vertical: false, counted: false });
    const counts = [163 - later.flat().length, ...later.map((part) => part.length)];
    expect(counts.length).toBeGreaterThan(2);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    const sections = `<section>${'word '.repeat(3_200)}</section>`.repeat(5);
    expect(
      keepOut(parseMarkup(page(sections)).body, { vertical: false, counted: false }).map(({ length }) => length),
    ).toEqual([1, 1, 1, 1]);
    const heavy = `<p>${'word '.repeat(12_000)}</p>`;
    const parts = keepOut(parseMarkup(page(heavy + '<p>word</p>'.repeat(20))).body, {
      vertical: false,
      counted: false,
    });
    expect(parts.map((part) => part.length)).toEqual([20]);
  });
});

describe('rules for marks', () => {
  it('have no units that every element would have to work out for itself', () => {
    for (const css of [markCss(false), markCss(true)]) {
      expect(css).not.toMatch(/\d(?:em|rem|ex|ch|lh|rlh|vw|vh)\b/);
    }
  });
});
