import { afterEach, describe, expect, it } from 'vitest';
import { page as window_ } from 'vitest/browser';
import { afterPaint } from '../../../../src/app/after-paint.ts';
import { buildEpub, page, prose } from '../../book/build-zip.ts';
import { markedOnPages } from '../../book/pages/marks-shown.ts';
import { buildPdf } from '../../book/pdf/build-pdf.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../reader-room.tsx';
import { dragOver, middleOf, pointer, selectedWords, textOf } from '../select-words.ts';

afterEach(closeRooms);

const fox = 'The quick brown fox jumps over the lazy dog. Then it sleeps.';
const novel = () => buildEpub([{ name: '1.xhtml', data: page(`<h1>One</h1><p id="x">${fox}</p>${prose(60)}`) }]);

async function openNovel(): Promise<ReaderRoom> {
  const room = await openRoom({ file: await novel() });
  await room.open();
  return room;
}

const menu = () => document.querySelector('.mark-menu');
const handles = () => [...document.querySelectorAll<HTMLElement>('.selection-handle')];

describe('a finger', () => {
  it('that rests selects the word below it, and more as it moves; the handles change it by words', async () => {
    const room = await openNovel();
    const text = textOf(room, 'x');
    const inside = text.ownerDocument;
    pointer(inside, 'pointerdown', middleOf(text, 6), 'touch');
    await expect.poll(() => selectedWords(room)).toBe('quick');
    expect(menu()).toBeNull();
    pointer(inside, 'pointermove', middleOf(text, 17), 'touch');
    expect(selectedWords(room)).toBe('quick brown fox');
    pointer(inside, 'pointerup', middleOf(text, 17), 'touch');
    await expect.poll(menu).toBeTruthy();
    const [start, end] = handles() as [HTMLElement, HTMLElement];
    for (const handle of [start, end]) {
      const { width, height } = handle.getBoundingClientRect();
      // Nine millimetres at 227 dpi.
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(80);
    }
    const grip = end.getBoundingClientRect();
    const on = { pointerId: 1, isPrimary: true, bubbles: true, clientX: grip.left + 20, clientY: grip.top + 20 };
    end.setPointerCapture = () => undefined;
    end.dispatchEvent(new PointerEvent('pointerdown', on));
    const far = middleOf(text, 38).x - middleOf(text, 18).x;
    end.dispatchEvent(new PointerEvent('pointermove', { ...on, clientX: on.clientX + far }));
    expect(selectedWords(room)).toBe('quick brown fox jumps over the lazy');
    end.dispatchEvent(new PointerEvent('pointerup', on));
    await expect.poll(menu).toBeTruthy();
  });

  it('that taps a word twice selects it', async () => {
    const room = await openNovel();
    const { x, y } = middleOf(textOf(room, 'x'), 26);
    room.tap(x, y);
    room.tap(x, y);
    await expect.poll(() => selectedWords(room)).toBe('over');
    expect(menu()).toBeTruthy();
    expect(document.querySelector('.sheet')).toBeNull();
  });
});

describe('keys alone', () => {
  it('seek a word, extend and shrink by words, lines and sentences, change ends, and open the menu', async () => {
    const room = await openNovel();
    room.key('s');
    await expect.poll(() => selectedWords(room)).toBe('One');
    room.key('ArrowRight');
    room.key('ArrowRight');
    expect(selectedWords(room)).toBe('quick');
    room.key('Enter');
    room.key('ArrowRight');
    room.key('ArrowRight');
    room.key('ArrowLeft');
    expect(selectedWords(room)).toBe('quick brown');
    room.key('PageDown');
    expect(selectedWords(room)).toBe('quick brown fox jumps over the lazy dog.');
    room.key('Tab');
    room.key('ArrowLeft');
    expect(selectedWords(room)).toBe(fox.slice(0, 44));
    room.key('Tab');
    room.key('ArrowDown');
    expect(selectedWords(room).length).toBeGreaterThan(60);
    room.key('ArrowUp');
    room.key('Enter');
    await expect.poll(menu).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Underline');
    room.key('Escape');
    await expect.poll(menu).toBeNull();
    expect(selectedWords(room)).toBe('');
    await room.turned(() => room.key('PageDown'));
  });

  it('lead over the end of the page, and back', async () => {
    const room = await openNovel();
    room.key('s');
    await expect.poll(() => selectedWords(room)).toBe('One');
    room.key('Enter');
    await room.turned(() => {
      for (let lines = 0; lines < 60 && room.place().chapterOffset === 0; lines++) room.key('ArrowDown');
    });
    const grown = selectedWords(room);
    expect(grown.length).toBeGreaterThan(600);
    expect(handles()).toHaveLength(1);
    await afterPaint();
    // The end that moves from here on is on the page before.
    await room.turned(() => room.key('Tab'));
    await afterPaint();
    room.key('ArrowRight');
    expect(selectedWords(room).length).toBe(grown.length - 3);
    room.key('Enter');
    await expect.poll(menu).toBeTruthy();
    room.press('Marker');
    await expect.poll(async () => (await room.database.marks.toArray()).length).toBe(1);
  });

  it.each([
    ['vertical', 'writing-mode: vertical-rl', 'ArrowDown', 'ArrowLeft'],
    ['leftward', 'direction: rtl', 'ArrowLeft', 'ArrowDown'],
  ])('go with %s writing', async (_, css, forward, nextLine) => {
    const file = await buildEpub([
      {
        name: '1.xhtml',
        data: page(
          `<p id="x" style="margin:0">${fox} ${fox} ${fox} ${fox} ${fox} ${fox}</p>`,
          `<style>body, html { ${css} }</style>`,
        ),
      },
    ]);
    const room = await openRoom({ file });
    await room.open();
    room.key('s');
    await expect.poll(() => selectedWords(room)).toBe('The');
    room.key(forward);
    expect(selectedWords(room)).toBe('quick');
    room.key('Enter');
    room.key(nextLine);
    expect(selectedWords(room).length).toBeGreaterThan(30);
    expect(handles()).toHaveLength(2);
  });
});

describe('the menu', () => {
  it('copies with the source, and gives a mark another grey', async () => {
    const room = await openNovel();
    await dragOver(textOf(room, 'x'), 4, 15);
    room.press('Marker');
    await expect.poll(menu).toBeNull();
    const { x, y } = middleOf(textOf(room, 'x'), 8);
    room.tap(x, y);
    await expect.poll(menu).toBeTruthy();
    room.press('Grey 3');
    await expect.poll(async () => (await room.database.marks.toArray())[0]?.colorStyle).toBe(3);
    const { highlights } = (room.frame().contentWindow as Window & typeof globalThis).CSS;
    await expect.poll(() => [...(highlights.get('octavo-marker-3') ?? [])].map(String)).toEqual(['quick brown']);
  });
});

describe('a selection over the end of a chapter', () => {
  const chapters = () =>
    buildEpub([
      { name: '1.xhtml', data: page('<h1>One</h1><p id="x">The last words of one.</p>') },
      { name: 'plate.xhtml', data: page('<hr/>') },
      { name: '2.xhtml', data: page(`<p id="y">Two goes on here.</p>${prose(60)}`) },
    ]);

  async function onTheLastWords(): Promise<ReaderRoom> {
    const room = await openRoom({ file: await chapters() });
    await room.open();
    room.key('s');
    await expect.poll(() => selectedWords(room)).toBe('One');
    for (let words = 0; words < 4; words++) room.key('ArrowRight');
    expect(selectedWords(room)).toBe('of');
    room.key('Enter');
    room.key('ArrowRight');
    await room.turned(() => room.key('ArrowRight'));
    await expect.poll(() => [room.place().chapterUid, selectedWords(room)]).toEqual([3, 'Two']);
    await afterPaint();
    return room;
  }

  it('goes on in the next one, over pages without words, and is kept once in each', async () => {
    const room = await onTheLastWords();
    expect(room.place().chapterUid).toBe(3);
    // The other end is on a page that is not shown.
    expect(handles()).toHaveLength(1);
    room.key('ArrowRight');
    expect(selectedWords(room)).toBe('Two goes');
    room.key('Enter');
    await expect.poll(menu).toBeTruthy();
    room.press('Marker');
    await expect.poll(() => room.database.marks.count()).toBe(2);
    const marks = await room.database.marks.orderBy('[bookId+chapterUid+start]').toArray();
    expect(marks.map(({ chapterUid, markText, textQuote, style }) => [chapterUid, markText, textQuote, style])).toEqual(
      [
        [1, 'of one.', 'of one.', 2],
        [3, 'Two goes', 'Two goes', 2],
      ],
    );
    // The store has them a moment before the page shows it.
    await expect.poll(() => selectedWords(room)).toBe('');
  });

  it('comes back, changes its ends, and is one thought in each chapter', async () => {
    const room = await onTheLastWords();
    await room.turned(() => room.key('ArrowLeft'));
    await expect.poll(() => selectedWords(room)).toMatch(/^of one\.\s*$/);
    expect(room.place().chapterUid).toBe(1);
    await afterPaint();
    await room.turned(() => room.key('ArrowRight'));
    await expect.poll(() => [room.place().chapterUid, selectedWords(room)]).toEqual([3, 'Two']);
    await afterPaint();
    await room.turned(() => room.key('Tab'));
    const words = () => selectedWords(room).trim();
    // Keys are not taken before the page has settled.
    await expect.poll(() => (words() === 'of one.' ? room.key('ArrowLeft') : words())).toBe('words of one.');
    room.key('Enter');
    await expect.poll(menu).toBeTruthy();
    room.press('Thought');
    await expect.poll(() => document.querySelector('textarea')).toBeTruthy();
    const field = document.querySelector('textarea') as HTMLTextAreaElement;
    field.value = 'Over the edge';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await afterPaint();
    room.press('Keep');
    await expect
      .poll(async () => (await room.database.thoughts.toArray()).map(({ abstract }) => abstract).sort())
      .toEqual(['Two', 'words of one.']);
  });

  it('goes on below a finger that rests at the edge', async () => {
    const room = await openRoom({ file: await chapters() });
    await room.open();
    const text = textOf(room, 'x');
    const { clientHeight } = room.frame();
    const inside = text.ownerDocument;
    pointer(inside, 'pointerdown', middleOf(text, 10), 'touch');
    await expect.poll(() => selectedWords(room)).toBe('words');
    pointer(inside, 'pointermove', { x: middleOf(text, 10).x, y: clientHeight - 4 }, 'touch');
    await expect.poll(() => [room.place().chapterUid, selectedWords(room)]).toEqual([3, 'Two']);
    pointer(inside, 'pointerup', { x: 300, y: clientHeight - 4 }, 'touch');
    await expect.poll(menu).toBeTruthy();
    room.press('Underline');
    const marked = async () => (await room.database.marks.toArray()).map(({ markText }) => markText).sort();
    await expect.poll(marked).toEqual(['Two', 'words of one.']);
  });

  it('goes from page to page of a document, side by side and by a turn', async () => {
    const lines = (n: number) => [1, 2].map((line) => [40, 500 - line * 20, `Page ${n} line ${line}`] as const);
    const file = buildPdf({ pages: [1, 2, 3, 4].map((n) => ({ lines: lines(n) })) });
    const room = await openRoom({ width: 1872, height: 1404, file });
    await room.open({ at: { chapterUid: 2, offset: 0 } });
    const selected = () => markedOnPages('octavo-selection');
    room.key('s');
    await expect.poll(selected).toEqual(['Page']);
    room.key('Enter');
    // The end of page 2, then page 3 beside it, then page 4 after a turn.
    await expect
      .poll(() => (selected().length < 2 ? room.key('ArrowDown') : selected()))
      .toEqual(['Page 2 line 1\nPage 2 line 2', 'Page']);
    expect(room.place().chapterUid).toBe(2);
    await expect
      .poll(() => (room.place().chapterUid < 4 ? room.key('ArrowDown') : [room.place().chapterUid, ...selected()]))
      .toEqual([4, 'Page']);
    await expect.poll(() => menu() ?? room.key('Enter')).toBeTruthy();
    room.press('Marker');
    const marked = async () =>
      (await room.database.marks.toArray()).map((mark) => `${mark.chapterUid} ${mark.markText}`);
    await expect
      .poll(async () => (await marked()).sort())
      .toEqual(['2 Page 2 line 1 Page 2 line 2', '3 Page 3 line 1 Page 3 line 2', '4 Page']);
  });

  it('ends with the book', async () => {
    const room = await openRoom({ file: await buildEpub([{ name: '1.xhtml', data: page('<p>Only this.</p>') }]) });
    await room.open();
    room.key('s');
    await expect.poll(() => selectedWords(room)).toBe('Only');
    room.key('Enter');
    for (let words = 0; words < 3; words++) room.key('ArrowRight');
    await expect.poll(() => selectedWords(room).trim()).toBe('Only this.');
    // Until it is known that nothing follows, keys are not taken.
    await expect.poll(() => menu() ?? room.key('Enter')).toBeTruthy();
  });
});

describe('a page that is laid out anew', () => {
  const menuTop = () => menu()?.getBoundingClientRect().top ?? 0;

  it('keeps what is selected, its handles and its menu', async () => {
    const room = await openNovel();
    await dragOver(textOf(room, 'x'), 4, 19);
    expect(selectedWords(room)).toBe('quick brown fox');
    const style = () => room.frame().contentDocument?.querySelector('p')?.getBoundingClientRect().height;
    const before = style();
    await window_.viewport(900, 1200);
    await expect.poll(style).not.toBe(before);
    await afterPaint();
    expect(selectedWords(room)).toBe('quick brown fox');
    const words = middleOf(textOf(room, 'x'), 4);
    const [start, end] = handles() as [HTMLElement, HTMLElement];
    expect(Math.abs(start.getBoundingClientRect().right - words.x)).toBeLessThan(30);
    expect(end.getBoundingClientRect().left).toBeGreaterThan(words.x);
    expect(menu()).toBeTruthy();
    expect(menuTop()).toBeGreaterThan(words.y);
    // Larger letters by their key.
    const small = style();
    room.key('+');
    await expect.poll(style).not.toBe(small);
    await afterPaint();
    expect(selectedWords(room)).toBe('quick brown fox');
    // What is marked then is what is shown as selected.
    room.press('Marker');
    await expect
      .poll(async () => (await room.database.marks.toArray()).map((row) => row.textQuote))
      .toEqual(['quick brown fox']);
    await expect.poll(handles).toEqual([]);
  });

  it('lets go what it does not show any more, and has it again when it is turned back at once', async () => {
    const room = await openNovel();
    const last = [...(room.frame().contentDocument?.querySelectorAll('p') ?? [])].findLast((paragraph) => {
      const { right, bottom } = paragraph.getBoundingClientRect();
      return right < window.innerWidth && bottom < window.innerHeight;
    });
    await dragOver(last?.firstChild as Text, 3, 12);
    const chosen = selectedWords(room);
    const placed = menuTop();
    await window_.viewport(700, 700);
    await expect.poll(menu).toBeNull();
    expect(handles()).toEqual([]);
    expect(selectedWords(room)).toBe('');
    await window_.viewport(1404, 1872);
    await expect.poll(menu).toBeTruthy();
    expect(selectedWords(room)).toBe(chosen);
    expect(handles()).toHaveLength(2);
    expect(menuTop()).toBe(placed);
    // Whoever does something else meanwhile has let it go.
    await window_.viewport(700, 700);
    await expect.poll(menu).toBeNull();
    await room.turned(() => room.key('PageDown'));
    await window_.viewport(1404, 1872);
    await expect.poll(() => room.frame().clientHeight).toBe(1872);
    await afterPaint();
    expect(selectedWords(room)).toBe('');
  });
});
