// The reader's engine as the tests of evil books drive it, under the headers that the hosts serve.

import { BookError } from '../../../../src/book/book.ts';
import { openBook } from '../../../../src/book/open-book.ts';
import { plainStyle } from '../../../src/book/reading-style.ts';

const host = document.querySelector('#host');
const seen = { taps: 0, keys: 0, outside: [], failed: [], presses: 0 };
let book;
let view;

document.querySelector('#menu').addEventListener('click', () => seen.presses++);

/** What a book must not change: everything of the page but what is inside the host. */
function surroundings() {
  const outside = [...document.querySelectorAll('*')].filter((one) => !host.contains(one));
  const tags = outside.map((one) => `${one.localName}#${one.id}.${one.getAttribute('style') ?? ''}`);
  const stored = [document.cookie, localStorage.length, sessionStorage.length, history.length, location.href];
  return JSON.stringify([tags, document.title, stored, Object.keys(window).filter((key) => !/^\d+$/.test(key))]);
}

function shownText() {
  const frame = [...host.querySelectorAll('iframe')].find((one) => one.style.visibility === 'visible');
  return frame?.contentDocument?.body?.textContent ?? '';
}

window.evil = {
  surroundings,
  seen,
  shownText,
  /** Opens and shows; answers why not, if not. */
  async open(name) {
    const file = await (await fetch(`/books/${name}`)).blob();
    Object.assign(seen, { taps: 0, keys: 0, outside: [], failed: [], presses: 0 });
    try {
      book = await openBook(file, { sectionLimit: 8000 });
      view = await book.show(host, { ...plainStyle, fontFamily: '' });
    } catch (error) {
      if (error instanceof BookError) return error.reason;
      throw error;
    }
    view.on('tap', () => seen.taps++);
    view.on('key', () => seen.keys++);
    view.on('outsideLink', ({ url }) => seen.outside.push(url));
    view.on('sectionFailed', ({ reason }) => seen.failed.push(reason));
    return 'opened';
  },
  /** To the last chapter, which every case has, by turning, or by a jump when pages are many or slow to be drawn. */
  async turnToEnd() {
    const begun = performance.now();
    for (let turns = 0; turns < 12 && performance.now() - begun < 2500; turns++) {
      const place = await view.next();
      if (!place) break;
      if (place.atEnd) return shownText();
    }
    await view.goTo({ progress: 100 });
    return shownText();
  },
  /** Everything in the chapter that a reader could press. */
  async pressAll() {
    for (const frame of host.querySelectorAll('iframe')) {
      const pressable = frame.contentDocument?.querySelectorAll('a, button, input, [onclick], label, summary, maction');
      for (const one of [...(pressable ?? [])].slice(0, 100)) {
        one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
      }
    }
  },
  frames: () =>
    [...host.querySelectorAll('iframe')].map((one) => [
      one.getAttribute('sandbox'),
      one.contentDocument?.URL ?? 'left',
    ]),
  /** Animations that run, and pages that somebody could write into. */
  moving: () =>
    [...host.querySelectorAll('iframe')].flatMap(({ contentDocument: page }) => [
      ...(page?.getAnimations() ?? []).map((one) => one.constructor.name),
      ...[...(page?.querySelectorAll('*') ?? [])].filter((one) => one.isContentEditable).map((one) => one.localName),
    ]),
  close() {
    book?.close();
    host.replaceChildren();
    book = undefined;
  },
};
