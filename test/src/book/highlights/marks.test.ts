import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Book, BookView, DrawnMark, Selected } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { buildEpub, page, prose } from '../build-zip.ts';
import { makeContainer, plainStyle } from '../reading-style.ts';
import { shownDocument, shownWindow } from '../shown-frame.ts';

let book: Book;
let view: BookView;
let container: HTMLElement;

const one = '<h1>One</h1><p id="x">The quick brown fox jumps over the lazy dog.</p>';

beforeEach(async () => {
  book = await openBook(
    await buildEpub([
      { name: 'one.xhtml', data: page(one + prose(30)) },
      { name: 'two.xhtml', data: page(prose(30, 'q')) },
    ]),
  );
  container = makeContainer();
  view = await book.show(container, plainStyle);
});

afterEach(() => {
  book.close();
  container.remove();
});

const mark = (more: Partial<DrawnMark>): DrawnMark => ({
  id: 'm',
  chapterUid: 1,
  start: 7,
  end: 12,
  quote: 'quick',
  style: 0,
  grey: 0,
  ...more,
});

function drawn(name: string): string[] {
  const window = shownWindow(container);
  return [...(window.CSS.highlights.get(name) ?? [])].map((range) => range.toString());
}

function click(x: number, y: number): void {
  const document = shownDocument(container);
  const target = document.elementFromPoint(x, y) ?? document.body;
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: y }));
}

describe('marks', () => {
  it('are drawn in three styles, by offset and by quote', () => {
    expect(
      view.setMarks([
        mark({ id: 'a' }),
        mark({ id: 'b', start: 13, end: 18, quote: 'brown', style: 1 }),
        // Its offsets are off: the book has changed since.
        mark({ id: 'c', start: 2, end: 7, quote: 'lazy dog', style: 2 }),
        mark({ id: 'd', chapterUid: 2, start: 0, end: 4, quote: 'q0w0' }),
      ]),
    ).toEqual([]);
    expect([drawn('octavo-line'), drawn('octavo-wave'), drawn('octavo-marker')]).toEqual([
      ['quick'],
      ['brown'],
      ['lazy dog'],
    ]);
  });

  it('with hyphens are found where the words were set otherwise before', async () => {
    book.close();
    const words = '<p>An every-day,  well-known fox (so-called) jumps.</p>';
    const chapters = [words, words + prose(30)].map((text, n) => ({ name: `${n}.xhtml`, data: page(text) }));
    book = await openBook(await buildEpub(chapters));
    view = await book.show(container, plainStyle);
    const quote = 'every-day, well-known fox (so-called)';
    const marks = [1, 2].map((chapterUid) => mark({ id: `${chapterUid}`, chapterUid, start: 3, end: 40, quote }));
    expect(view.setMarks(marks)).toEqual([]);
    const whole = quote.replace(', ', ',  ');
    expect(drawn('octavo-line')).toEqual([whole]);
    await view.next();
    expect(shownDocument(container).body.textContent).toContain(whole);
    expect(drawn('octavo-line')).toEqual([whole]);
  });

  it('tell which cannot be placed', () => {
    const lost = [
      mark({ id: 'words', quote: 'not in here' }),
      mark({ id: 'chapter', chapterUid: 99 }),
      mark({ id: 'empty', start: 5, end: 5, quote: '' }),
      mark({ id: 'far', start: 9_999_999, end: 10_000_000, quote: 'neither' }),
    ];
    expect(view.setMarks([mark({ id: 'good' }), ...lost]).sort()).toEqual(['chapter', 'empty', 'far', 'words']);
    expect(drawn('octavo-line')).toEqual(['quick']);
  });

  it('tell it later for chapters that are laid out later', async () => {
    const late: string[] = [];
    view.on('marksUnplaced', ({ ids }) => late.push(...ids));
    view.setMarks([
      mark({ id: 'z', chapterUid: 2, quote: 'nowhere' }),
      mark({ id: 'y', chapterUid: 2, start: 0, end: 4, quote: 'q0w0' }),
    ]);
    await view.goTo({ section: 1 });
    expect([...new Set(late)]).toEqual(['z']);
    expect(drawn('octavo-line')).toEqual(['q0w0']);
  });

  it('survive a change of style', async () => {
    view.setMarks([mark({ id: 'a', style: 2 })]);
    await view.setStyle({ ...plainStyle, fontSize: 44, night: true });
    expect(drawn('octavo-marker')).toEqual(['quick']);
  });

  it('answer taps, and taps beside them are taps', () => {
    view.setMarks([mark({ id: 'a' })]);
    const document = shownDocument(container);
    const text = document.getElementById('x')?.firstChild as Text;
    const range = document.createRange();
    range.setStart(text, 4);
    range.setEnd(text, 9);
    const box = range.getBoundingClientRect();
    const seen: unknown[] = [];
    view.on('markTapped', ({ id, box }) => seen.push(id, Math.round(box.width) > 20));
    view.on('tap', (tap) => seen.push(tap));
    click(box.x + box.width / 2, box.y + box.height / 2);
    click(700, 1800);
    expect(seen).toEqual(['a', true, { x: 700, y: 1800, again: false }]);
  });
});

describe('selection', () => {
  it('has its offsets, CFI and surroundings, and can be marked and found again', async () => {
    const selected = view.select({ chapterUid: 1, start: 7, end: 18 }) as Selected;
    expect(selected).toMatchObject({
      chapterUid: 1,
      start: 7,
      end: 18,
      text: 'quick brown',
      before: 'OneThe ',
      after: ' fox jumps over the lazy dog.p0w',
    });
    expect(selected.box.width).toBeGreaterThan(50);
    expect(drawn('octavo-selection')).toEqual(['quick brown']);
    await view.next();
    expect(await view.goTo({ cfi: selected.cfi })).toMatchObject({ section: 0, page: 0 });
    view.clearSelection();
    expect(drawn('octavo-selection')).toEqual([]);
  });

  it('knows words and sentences of a block, not of two that stand side by side', () => {
    const text = view.text();
    const words = (span: { start: number; end: number } | undefined) => span && [span.start, span.end];
    expect(words(text?.wordAt(4))).toEqual([3, 6]);
    expect(words(text?.wordAt(1))).toEqual([0, 3]);
    expect(text?.move(18, 'word', 1, 'end')).toBe(22);
    expect(text?.move(18, 'word', -1, 'end')).toBe(12);
    expect(text?.move(7, 'word', -1, 'start')).toBe(3);
    expect(text?.move(7, 'word', 1, 'start')).toBe(13);
    expect(text?.move(7, 'sentence', 1, 'end')).toBe(47);
    expect(text?.move(0, 'word', -1, 'start')).toBeUndefined();
  });

  it('keys and swipes in the frame are reported', () => {
    const document = shownDocument(container);
    const seen: string[] = [];
    view.on('key', (event) => seen.push(event.key));
    view.on('swipe', ({ direction }) => seen.push(direction));
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }));
    const finger = (type: string, x: number) =>
      document.body.dispatchEvent(
        new PointerEvent(type, { pointerType: 'touch', isPrimary: true, clientX: x, clientY: 500, bubbles: true }),
      );
    finger('pointerdown', 900);
    finger('pointerup', 500);
    expect(seen).toEqual(['PageDown', 'left']);
  });
});
