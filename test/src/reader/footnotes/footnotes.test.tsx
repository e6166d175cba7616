// Notes on the page: every kind of link that asks for one, from the finger to the panel's refresh.

import { afterEach, describe, expect, it } from 'vitest';
import { afterPaint } from '../../../../src/app/after-paint.ts';
import { buildEpub, page, prose } from '../../book/build-zip.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../reader-room.tsx';

afterEach(closeRooms);

const ops = 'xmlns:epub="http://www.idpf.org/2007/ops"';

const first = page(`
<p>Marked<a ${ops} epub:type="noteref" href="#n1" id="r1">one</a>, ARIA<a role="doc-noteref" href="notes.xhtml#e1">2</a>,
unmarked<sup><a href="notes.xhtml#u1" id="ur1">3</a></sup>, bracketed<a href="#b1">[4]</a>,
long<sup><a href="notes.xhtml#long">5</a></sup>, a chapter<sup><a href="2.xhtml#top">6</a></sup>,
missing<sup><a href="notes.xhtml#nowhere">7</a></sup>, a word <a href="2.xhtml">elsewhere</a>.</p>
<aside ${ops} epub:type="footnote" id="n1" hidden="hidden"><p>The <em>first</em> note<a role="doc-noteref" href="notes.xhtml#e1">2</a>.
<a href="#r1" role="doc-backlink">back</a></p></aside>
<p id="b1">A bracketed note.</p>${prose(20, 'c1p')}`);

const notes = page(`<h1>Notes</h1>
<ol><li>Zero</li><li id="e1"><p>The endnote. <script>document.title='ran'</script><img src="http://example.com/x.png" onerror="top.evil=1"/></p></li></ol>
<p><a href="1.xhtml#ur1" id="u1">3</a> An unmarked note.</p><p id="u2">4 Another.</p>
<div id="long" ${ops} epub:type="footnote">${prose(30, 'long')}<p>See <a href="2.xhtml">there</a>.</p></div>`);

const book = () =>
  buildEpub([
    { name: '1.xhtml', data: first },
    { name: '2.xhtml', data: page(`<h1 id="top">Two</h1>${prose(30, 'c2p')}`) },
    { name: 'notes.xhtml', data: notes },
  ]);

async function opened() {
  const room = await openRoom({ file: await book() });
  await room.open();
  return room;
}

function link(room: ReaderRoom, text: string): Element {
  const links = [...(room.frame().contentDocument?.querySelectorAll('a') ?? [])];
  // Words that may be divided carry soft hyphens.
  const found = links.find((one) => one.textContent?.replaceAll('\u00ad', '') === text);
  if (!found) throw new Error(`There is no link ${text}.`);
  return found;
}

function press(element: Element): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
  element.dispatchEvent(new MouseEvent('click', at));
}

const panel = () => document.querySelector('.note-panel');
const frames = () => [...document.querySelectorAll<HTMLIFrameElement>('.note-host iframe')];
const noteFrame = () => frames().find((one) => one.style.visibility === 'visible') as HTMLIFrameElement;
const noteText = () => noteFrame()?.contentDocument?.body.textContent.replace(/\s+/g, ' ').trim();

async function ask(room: ReaderRoom, text: string): Promise<void> {
  press(link(room, text));
  await expect.poll(panel).toBeTruthy();
}

async function close(room: ReaderRoom): Promise<void> {
  room.key('Escape');
  await expect.poll(panel).toBeNull();
}

describe('a note', () => {
  it('is shown for marked, ARIA, raised and bracketed links, and the page stays', async () => {
    const room = await opened();
    const before = room.place();
    for (const [text, note] of [
      ['one', 'The first note2.'],
      ['2', 'The endnote.'],
      ['3', '3 An unmarked note.'],
      ['[4]', 'A bracketed note.'],
    ] as const) {
      await ask(room, text);
      expect(noteText()).toBe(note);
      expect(room.place()).toEqual(before);
      await close(room);
    }
  });

  it('keeps its own look, and its number in a list', async () => {
    const room = await opened();
    await ask(room, 'one');
    const inside = noteFrame().contentDocument as Document;
    expect(inside.defaultView?.getComputedStyle(inside.querySelector('em') as Element).fontStyle).toBe('italic');
    expect(inside.querySelector('aside')?.getClientRects().length).toBeGreaterThan(0);
    await close(room);
    await ask(room, '2');
    expect(noteFrame().contentDocument?.querySelector('li')?.getAttribute('value')).toBe('2');
  });

  it('is closed like the pages: no script, no request', async () => {
    const room = await opened();
    await ask(room, '2');
    const frame = noteFrame();
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
    expect(frame.contentDocument?.querySelector('meta[http-equiv], [onerror], img[src]')).toBeNull();
    expect((window as unknown as { evil?: number }).evil).toBeUndefined();
    expect(performance.getEntriesByName('http://example.com/x.png')).toEqual([]);
  });

  it('leaves the link in sight, and goes with a turn of the page', async () => {
    const room = await opened();
    await ask(room, 'one');
    const box = (panel() as Element).getBoundingClientRect();
    expect(link(room, 'one').getBoundingClientRect().bottom).toBeLessThan(box.top);
    expect(box.height).toBeLessThan(window.innerHeight * 0.2);
    room.press('Close');
    await expect.poll(panel).toBeNull();
    expect(frames()).toEqual([]);
  });

  it('has pages when it is long, turned by keys', async () => {
    const room = await opened();
    await ask(room, '5');
    const position = () => panel()?.querySelector('.note-pages span')?.textContent;
    expect(position()).toMatch(/^1 \/ \d+$/);
    const before = room.place();
    room.key('PageDown');
    await expect.poll(position).toMatch(/^2 \//);
    room.key('ArrowDown');
    await expect.poll(position).toMatch(/^3 \//);
    room.key('PageUp');
    await expect.poll(position).toMatch(/^2 \//);
    expect(room.place()).toEqual(before);
  });

  it('can be asked for from a note, and leads back to it', async () => {
    const room = await opened();
    await ask(room, 'one');
    press(noteFrame().contentDocument?.querySelector('a') as Element);
    await expect.poll(noteText).toBe('The endnote.');
    room.press('Back');
    await expect.poll(noteText).toBe('The first note2.');
    await close(room);
  });

  it('lets keys come to its links and follow them', async () => {
    const room = await opened();
    await ask(room, 'one');
    const focused = () => document.activeElement as HTMLElement;
    const named = () => focused().getAttribute('aria-label') ?? focused().textContent;
    expect(named()).toBe('Close');
    // Round through links and buttons, and never out of the panel.
    const stops: (string | null)[] = [];
    for (let presses = 0; presses < 3; presses++) {
      room.key('Tab');
      stops.push(named());
    }
    expect(stops).toEqual(['2', 'Go there', 'Close']);
    room.key('ArrowUp');
    expect(focused().className).toBe('note-link');
    const inside = noteFrame().contentDocument as Document;
    const link_ = inside.querySelector('a')?.getBoundingClientRect() as DOMRect;
    const frame = noteFrame().getBoundingClientRect();
    const around = focused().getBoundingClientRect();
    expect(around.left).toBeLessThan(frame.left + link_.left);
    expect(around.right).toBeGreaterThan(frame.left + link_.right);
    expect(around.top).toBeLessThan(frame.top + link_.top);
    expect(around.bottom).toBeGreaterThan(frame.top + link_.bottom);
    // A finger goes through to the link itself.
    expect(document.elementFromPoint(around.left + around.width / 2, around.top + around.height / 2)).toBe(noteFrame());
    focused().click();
    await expect.poll(noteText).toBe('The endnote.');
    expect(named()).toBe('Close');
    room.key('Escape');
    await expect.poll(noteText).toBe('The first note2.');
    await close(room);
  });

  it('lets keys come to links on its later pages', async () => {
    const room = await opened();
    await ask(room, '5');
    const position = () => panel()?.querySelector('.note-pages span')?.textContent ?? '';
    const links = () => [...document.querySelectorAll('.note-link')].map((one) => one.getAttribute('aria-label'));
    expect(links()).toEqual([]);
    const pages = Number(position().split('/')[1]);
    for (let page = 2; page <= pages; page++) {
      room.key('ArrowDown');
      await expect.poll(position).toMatch(new RegExp(`^${page} `));
    }
    expect(links()).toEqual(['there']);
    room.key('ArrowUp');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('there');
    // With nothing above it, the note is turned back, and the focus stays in the panel.
    room.key('ArrowUp');
    await expect.poll(position).toMatch(new RegExp(`^${pages - 1} `));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Close');
    room.key('PageDown');
    await expect.poll(links).toEqual(['there']);
    room.key('Tab');
    await room.turned(() => (document.activeElement as HTMLElement).click());
    expect(room.place().chapterUid).toBe(2);
    expect(panel()).toBeNull();
  });

  it('can be gone to, and back from', async () => {
    const room = await opened();
    const before = room.place();
    await ask(room, '3');
    await room.turned(() => room.press('Go there'));
    expect(room.place().chapterUid).toBe(3);
    await expect.poll(panel).toBeNull();
    await room.turned(() => room.application && document.querySelector('main') && backByMenu(room));
    expect(room.place().cfi).toBe(before.cfi);
  });
});

function backByMenu(room: ReaderRoom): void {
  room.key('Enter');
  void afterPaint().then(() => room.press('Go back'));
}

describe('a link that asks for no note', () => {
  it('is followed: to a heading, to a chapter, and where the note is missing', async () => {
    const room = await opened();
    const chapter = () => room.place().chapterUid;
    const back = async () => {
      room.key('Backspace');
      await expect.poll(chapter).toBe(1);
    };
    press(link(room, '6'));
    await expect.poll(chapter).toBe(2);
    await back();
    press(link(room, 'elsewhere'));
    await expect.poll(chapter).toBe(2);
    await back();
    press(link(room, '7'));
    await expect.poll(chapter).toBe(3);
    // The number that a note begins with leads back to the text.
    press(link(room, '3'));
    await expect.poll(chapter).toBe(1);
    expect(panel()).toBeNull();
  });
});

it('tells the panel once that a note came, and once that it went', async () => {
  const room = await opened();
  // What the opening left behind on the panel is cleaned when nothing happens.
  await new Promise((resolve) => setTimeout(resolve, 900));
  const plans = () =>
    room.bridge.calls
      .filter(({ name }) => name === 'panel.refresh')
      .map(({ request }) => request.plan.map(({ strength }: { strength: string }) => strength).join('+'));
  const before = plans().length;
  await ask(room, 'one');
  await expect.poll(() => plans().slice(before)).toEqual(['ui']);
  await close(room);
  await expect.poll(() => plans().slice(before)).toEqual(['ui', 'partial']);
});

it('links and marks are gone through and pressed by keys alone', async () => {
  const room = await opened();
  const frame = () => document.querySelector('.press-frame')?.getBoundingClientRect();
  const around = (box: DOMRect | undefined, inner: DOMRect) =>
    box !== undefined && box.left < inner.left && box.right > inner.right && box.top < inner.top;
  room.key('l');
  await expect.poll(frame).toBeTruthy();
  expect(around(frame(), link(room, 'one').getBoundingClientRect())).toBe(true);
  room.key('ArrowRight');
  await afterPaint();
  expect(around(frame(), link(room, '2').getBoundingClientRect())).toBe(true);
  room.key('ArrowLeft');
  room.key('Enter');
  await expect.poll(panel).toBeTruthy();
  expect(noteText()).toContain('The first note');
  expect(frame()).toBeUndefined();
  await close(room);

  // Back from the first one comes the last one, a link to somewhere else.
  const before = room.place();
  room.key('l');
  await expect.poll(frame).toBeTruthy();
  room.key('ArrowLeft');
  await room.turned(() => room.key('Enter'));
  expect(room.place().chapterUid).toBe(2);
  await room.turned(() => room.key('Backspace'));
  expect(room.place().chapterUid).toBe(before.chapterUid);

  // The first word, underlined; its menu is the one that a tap on the mark opens.
  room.key('s');
  await afterPaint();
  room.key('Enter');
  await afterPaint();
  room.key('Enter');
  await afterPaint();
  room.press('Underline');
  await expect.poll(async () => (await room.database.marks.toArray()).length).toBe(1);
  await expect.poll(() => document.querySelector('[role="menu"]')).toBeNull();
  room.key('l');
  await expect.poll(frame).toBeTruthy();
  room.key('Enter');
  await expect.poll(() => room.button('Delete')).toBeTruthy();
});
