// Pictures, tables and formulas that fill the screen: from the finger or the key to what is seen of them.

import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { afterPaint } from '../../../../src/app/after-paint.ts';
import { delay } from '../../../../src/book/after-paint.ts';
import { PaginatedView } from '../../../../src/book/paginated-view.ts';
import { nextPart, pan, partShown, placeAt, zoomAt } from '../../../../src/reader/pictures/viewport.ts';
import { buildEpub, page, prose } from '../../book/build-zip.ts';
import { pictureBytes } from '../../painted-picture.ts';
import { closeRooms, openRoom, type ReaderRoom } from '../reader-room.tsx';

afterEach(closeRooms);

describe('what is seen of a picture', () => {
  const picture = { width: 2000, height: 1000 };
  const room = { width: 1000, height: 1000 };

  it('is all of it in the middle, or the part that was zoomed to', () => {
    const whole = placeAt(0.5, picture, room);
    expect(whole).toEqual({ scale: 0.5, left: 0, top: 250 });
    expect(zoomAt(whole, -1, { x: 0, y: 0 }, picture, room)).toEqual(whole);
    const larger = zoomAt(whole, 1, { x: 1000, y: 500 }, picture, room);
    expect(larger).toEqual({ scale: 0.8, left: -600, top: 100 });
    expect(pan(larger, 5000, 0, picture, room).left).toBe(0);
  });

  it('goes part by part, down and then to the next column', () => {
    const start = placeAt(1, { width: 2000, height: 1800 }, room);
    const size = { width: 2000, height: 1800 };
    const parts = [];
    for (let at: typeof start | undefined = start; at; at = nextPart(at, 1, size, room)) {
      const { column, row, columns, rows } = partShown(at, size, room);
      parts.push(`${column}/${columns} ${row}/${rows} ${at.left} ${at.top}`);
    }
    expect(parts).toEqual([
      '0/3 0/2 0 0',
      '0/3 1/2 0 -800',
      '1/3 0/2 -500 0',
      '1/3 1/2 -500 -800',
      '2/3 0/2 -1000 0',
      '2/3 1/2 -1000 -800',
    ]);
  });
});

const png = (width: number, height: number) =>
  pictureBytes(width, height, (context) => context.fillRect(0, 0, width / 2, height / 2));

const cells = (row: number) => Array.from({ length: 30 }, (_, n) => `<td>cell${row}x${n}unbroken</td>`).join('');
const table = `<table><caption>Wide</caption>${Array.from({ length: 90 }, (_, n) => `<tr>${cells(n)}</tr>`).join('')}</table>`;

async function book(): Promise<Blob> {
  const text = page(`<p>Before.</p>
<figure><img src="a.png" width="600" height="300" alt=""/><figcaption>The first picture</figcaption></figure>
<p>A star <img src="star.png" alt="*"/> in the text.</p>
<p><a href="2.xhtml"><img src="b.png" width="500" height="400" alt="Second"/></a></p>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300"><title>Drawn</title><script>top.evil = 1</script><rect width="400" height="300"/></svg>
<math xmlns="http://www.w3.org/1998/Math/MathML" display="block" alttext="a + b"><mi>a</mi><mo>+</mo><mi>b</mi></math>${prose(10, 'c1p')}`);
  const picture = async (name: string, width: number, height: number) => ({
    ...{ name, data: await png(width, height) },
    itemref: 'linear="no"',
  });
  return buildEpub([
    { name: '1.xhtml', data: text },
    { name: '2.xhtml', data: page(`<h1>Two</h1>${table}`) },
    await picture('a.png', 2400, 1200),
    await picture('b.png', 1000, 800),
    await picture('star.png', 16, 16),
  ]);
}

async function opened(options: { night?: boolean } = {}): Promise<ReaderRoom> {
  const room = await openRoom({ file: await book() });
  if (options.night) await room.application.state.getState().session.settings.changeReading({ night: true });
  await room.open();
  return room;
}

const viewer = () => document.querySelector('.picture-viewer');
const caption = () => document.querySelector('.picture-caption')?.textContent;
const percent = () => document.querySelector('.picture-percent')?.textContent;
const shown = () =>
  [...document.querySelectorAll<HTMLIFrameElement>('.picture-host iframe')].find(
    (one) => one.style.visibility === 'visible',
  ) as HTMLIFrameElement;

function press(room: ReaderRoom, selector: string, at = 0.5): void {
  const element = room.frame().contentDocument?.querySelector(selector);
  const { left, top, width, height } = (element as Element).getBoundingClientRect();
  room.tap(left + width * at, top + height / 2);
}

function finger(type: string, x: number, y: number, pointerId = 1): void {
  document.querySelector('.picture-pane')?.dispatchEvent(
    new PointerEvent(type, {
      ...{ pointerId, isPrimary: pointerId === 1, pointerType: 'touch' },
      ...{ clientX: x, clientY: y, bubbles: true },
    }),
  );
}

describe('a picture', () => {
  it('fills the screen after a tap, whole, with its caption', async () => {
    const room = await opened();
    const before = room.place();
    press(room, 'img');
    await expect.poll(caption).toBe('The first picture');
    const box = shown().getBoundingClientRect();
    expect(box.width).toBeCloseTo(1404, 0);
    expect(box.height).toBeCloseTo(702, 0);
    const inside = shown().contentDocument?.querySelector('img') as HTMLImageElement;
    expect([inside.naturalWidth, inside.clientWidth]).toEqual([2400, 2400]);
    expect(percent()).toBe('59 %');
    expect(shown().getAttribute('sandbox')).toBe('allow-same-origin');
    room.key('Escape');
    await expect.poll(viewer).toBeNull();
    expect(room.place()).toEqual(before);
  });

  it('is saved with all its pixels, which a formula does not have', async () => {
    const room = await opened();
    press(room, 'img');
    await expect.poll(caption).toBe('The first picture');
    room.press('Save');
    await expect.poll(caption).toBe('Saved as /home/reader/Pictures/Test.png');
    const saved = () => room.bridge.calls.filter(({ name }) => name === 'app.savePicture');
    const bitmap = await createImageBitmap(new Blob([saved()[0]?.request.png as BlobPart]));
    expect([bitmap.width, bitmap.height]).toEqual([2400, 1200]);
    bitmap.close();
    room.key('n');
    await expect.poll(caption).toBe('Second');
    room.key('s');
    await expect.poll(() => saved().length).toBe(2);
    await expect.poll(caption).toContain('Saved');
    room.key('n');
    await expect.poll(caption).toBe('Drawn');
    expect(() => room.button('Copy')).toThrow();
    room.key('Escape');
    await expect.poll(viewer).toBeNull();
  });

  it('is zoomed and moved by keys, taps, drags and two fingers, each in one step', async () => {
    const room = await opened();
    press(room, 'img');
    await expect.poll(viewer).toBeTruthy();
    room.key('1');
    await expect.poll(percent).toBe('100 %');
    const left = () => Math.round(shown().getBoundingClientRect().left);
    room.key('ArrowRight');
    await expect.poll(left).toBe(1404 - 2400);
    finger('pointerdown', 500, 500);
    finger('pointermove', 600, 500);
    expect(left()).toBe(1404 - 2400);
    finger('pointerup', 900, 500);
    await expect.poll(left).toBe(1404 - 2400 + 400);
    room.key('0');
    await expect.poll(percent).toBe('59 %');
    finger('pointerdown', 700, 500);
    finger('pointerup', 702, 500);
    await expect.poll(percent).toBe('94 %');
    finger('pointerdown', 600, 500, 1);
    finger('pointerdown', 800, 500, 2);
    finger('pointermove', 500, 500, 1);
    finger('pointerup', 900, 500, 2);
    finger('pointerup', 500, 500, 1);
    await expect.poll(percent).toBe('187 %');
  });

  it('that is smaller than the room can be seen as it was made, and as large as the room again', async () => {
    const room = await opened();
    press(room, 'img');
    await expect.poll(caption).toBe('The first picture');
    room.key('n');
    await expect.poll(caption).toBe('Second');
    const fit = percent();
    expect(Number.parseInt(fit ?? '', 10)).toBeGreaterThan(100);
    room.press('Actual size');
    await expect.poll(percent).toBe('100 %');
    const { width, left } = shown().getBoundingClientRect();
    expect(left).toBeCloseTo((1404 - width) / 2, 0);
    room.key('-');
    expect(percent()).toBe('100 %');
    room.press('All of it');
    await expect.poll(percent).toBe(fit);
    expect(room.button('Actual size').disabled).toBe(false);
  });

  it('is followed by the next of the chapter, without the ornaments', async () => {
    const room = await opened();
    press(room, 'img');
    await expect.poll(caption).toBe('The first picture');
    const captions: (string | null | undefined)[] = [];
    for (let n = 0; n < 3; n++) {
      const before = caption();
      room.key('n');
      await expect.poll(caption).not.toBe(before);
      captions.push(caption());
    }
    expect(captions).toEqual(['Second', 'Drawn', 'a + b']);
    room.press('Previous picture');
    await expect.poll(caption).toBe('Drawn');
    // Each of two presses counts, also while the picture after the first one is being laid out.
    room.press('Previous picture');
    await expect.poll(caption).toBe('Second');
    room.key('n');
    room.key('n');
    await expect.poll(caption).not.toBe('Second');
    await afterPaint();
    await expect.poll(caption).toBe('a + b');
    expect((window as unknown as { evil?: number }).evil).toBeUndefined();
  });

  it('that is a link is followed by a tap, and shown when it is held', async () => {
    const room = await opened();
    const image = room.frame().contentDocument?.querySelectorAll('img')[2] as HTMLImageElement;
    const { left, top } = image.getBoundingClientRect();
    const hold = { pointerType: 'touch', isPrimary: true, clientX: left + 9, clientY: top + 9, bubbles: true };
    image.dispatchEvent(new PointerEvent('pointerdown', hold));
    await expect.poll(caption).toBe('Second');
    image.dispatchEvent(new PointerEvent('pointerup', hold));
    room.key('Escape');
    await expect.poll(viewer).toBeNull();
  });

  it('is found by a key, and black for white at night when asked', async () => {
    const room = await opened({ night: true });
    room.key('p');
    await expect.poll(caption).toBe('The first picture');
    expect(shown().style.filter).toBe('none');
    room.press('Invert');
    await expect.poll(() => shown().style.filter).toBe('invert(1)');
    expect((await room.database.settings.get('pictures'))?.value).toEqual({ invertAtNight: true });
  });

  it('that was asked for on a page does not open over the next one', async () => {
    const room = await opened();
    const gate = Promise.withResolvers<void>();
    const { picturesHere } = PaginatedView.prototype;
    const found: Promise<unknown>[] = [];
    const asked = vi.spyOn(PaginatedView.prototype, 'picturesHere').mockImplementation(function (this: PaginatedView) {
      const shown = picturesHere.call(this);
      found.push(shown);
      return gate.promise.then(() => shown);
    });
    onTestFinished(() => asked.mockRestore());
    room.key('p');
    await expect.poll(() => found.length).toBe(1);
    await room.turned(() => room.key('PageDown'));
    expect(await found[0]).toMatchObject({ at: 0 });
    gate.resolve();
    // As long as it takes to be laid out.
    await delay(400);
    expect(viewer()).toBeNull();
  });

  it('as large as the page is turned away as the text runs, also where the reader has set that', async () => {
    const large = `<div><img src="a.png" style="width: 100%; height: 90vh" alt="Large"/></div>`;
    const file = await buildEpub(
      [
        { name: '1.xhtml', data: page(`${large}${prose(3, 'c1p')}`) },
        { name: '2.xhtml', data: page(prose(3, 'c2p')) },
        { name: 'a.png', data: await png(1200, 1800), itemref: 'linear="no"' },
      ],
      { spine: 'page-progression-direction="rtl"', language: 'ja' },
    );
    const room = await openRoom({ file });
    await room.application.state.getState().session.settings.changeReading({ writing: 'horizontal' });
    await room.open();
    const { cfi } = room.place();
    await room.turned(() => press(room, 'img', 0.95));
    await room.turned(() => room.tap(20, 900));
    expect(room.place().cfi).toBe(cfi);
    expect(viewer()).toBeNull();
  });

  it('that is small in the text turns the page like the text around it', async () => {
    const room = await opened();
    const star = room.frame().contentDocument?.querySelectorAll('img')[1] as HTMLImageElement;
    const { left, top } = star.getBoundingClientRect();
    await room.turned(() => {
      room.tap(left + 3, top + 3);
      room.tap(1390, 900);
    });
    expect(viewer()).toBeNull();
  });
});

describe('a table', () => {
  it('that is wider than the page is read in parts, down and across', async () => {
    const room = await opened();
    await room.turned(() => room.key(']'));
    await afterPaint();
    room.key('p');
    await expect.poll(caption).toBe('Wide');
    const part = () => document.querySelector('.picture-part')?.textContent ?? '';
    expect(part()).toMatch(/^→ 1 \/ \d+ {2}↓ 1 \/ \d+$/);
    room.key('PageDown');
    await expect.poll(part).toMatch(/↓ 2/);
    room.key('ArrowRight');
    await expect.poll(part).toMatch(/^→ 2 \/ \d+ {2}↓ 2/);
  });
});
