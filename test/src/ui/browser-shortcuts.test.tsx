// What the Chromium host keeps the browser from doing with keys, together with what the reader does with the same keys.

import { render } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pageScript } from '../../../electron/hosts/chromium-page.ts';
import { handleKey, learnKeys, listenToKeys } from '../../../src/ui/keys.ts';
import { useLayer } from '../../../src/ui/layers.ts';

let root: HTMLElement;
let stop: () => void;
let done: string[] = [];

/** The script of the host comes first, as it does in the page; it is given this window, and a socket to nobody. */
const host = {
  location: { host: 'reader.localhost' },
  WebSocket: class {},
  setTimeout: () => 0,
  document,
  addEventListener: window.addEventListener.bind(window),
};
new Function('globalThis', pageScript())(host);

function View() {
  const layer = useLayer({
    back: () => done.push('back'),
    page: (step) => done.push(`page ${step}`),
    raw: (event) => {
      done.push(event.key);
      return false;
    },
  });
  return <div ref={layer} tabIndex={-1} />;
}

beforeEach(() => {
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  done = [];
  stop = listenToKeys();
  render(<View />, root);
});

afterEach(() => {
  learnKeys(new Map());
  render(null, root);
  root.remove();
  stop();
});

/** Whether the browser is kept from answering the key as well. */
function isKept(target: EventTarget, key: string, more: KeyboardEventInit = {}): boolean {
  return !target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
}

it('keeps the browser’s keys from the browser, and leaves them to the reader', () => {
  expect(['BrowserBack', 'F5', 'F12'].map((key) => isKept(root, key))).toEqual([true, true, true]);
  expect(done).toEqual(['BrowserBack', 'back', 'F5', 'F12']);
  expect(isKept(root, 'w', { ctrlKey: true })).toBe(true);
  expect(['a', 'F2'].map((key) => isKept(root, key))).toEqual([false, false]);
});

it('lets keys of the browser be learned', () => {
  learnKeys(new Map(Object.entries({ F3: 'PageDown', BrowserForward: 'PageUp' })));
  expect(['F3', 'BrowserForward'].map((key) => isKept(root, key))).toEqual([true, true]);
  expect(done).toEqual(['F3', 'page 1', 'BrowserForward', 'page -1']);
});

it('turns pages of lists by volume keys, unless they are switched off', () => {
  const volume = ['AudioVolumeDown', 'AudioVolumeUp'];
  expect(volume.map((key) => isKept(root, key))).toEqual([true, true]);
  expect(done.filter((one) => one.startsWith('page'))).toEqual(['page 1', 'page -1']);
  learnKeys(new Map(volume.map((key) => [key, ''])));
  expect(volume.map((key) => isKept(root, key))).toEqual([false, false]);
  expect(done.filter((one) => one.startsWith('page'))).toHaveLength(2);
});

it('keeps them from the browser in the frames of a book as well, however deep', async () => {
  const frameIn = async (parent: HTMLElement) => {
    const frame = parent.ownerDocument.createElement('iframe');
    // As a book's: without scripts.
    frame.setAttribute('sandbox', 'allow-same-origin');
    frame.srcdoc = '<!doctype html><p>words</p>';
    await new Promise((loaded) => {
      frame.addEventListener('load', loaded, { once: true });
      parent.append(frame);
    });
    return frame.contentDocument as Document;
  };
  const page = await frameIn(root);
  page.addEventListener('keydown', (event) => {
    if (handleKey(event)) event.preventDefault();
  });
  expect(['F5', 'BrowserBack'].map((key) => isKept(page.body, key))).toEqual([true, true]);
  expect(isKept(page.body, 'w', { ctrlKey: true })).toBe(true);
  expect(isKept(page.body, 'a')).toBe(false);
  expect(done).toEqual(['F5', 'BrowserBack', 'back', 'a']);
  const inner = await frameIn(page.body);
  expect([isKept(inner.body, 'F5'), isKept(inner.body, 'a')]).toEqual([true, false]);
});
