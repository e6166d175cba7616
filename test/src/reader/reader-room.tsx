// A reader in a window of its own: the real application on a fake bridge, with a book in its store.

import { render } from 'preact';
import { expect } from 'vitest';
import { page as window_ } from 'vitest/browser';
import { afterPaint } from '../../../src/app/after-paint.ts';
import { type Application, openApplication } from '../../../src/app/application.ts';
import { ApplicationView } from '../../../src/app/application-view.tsx';
import type { View } from '../../../src/app/routes.ts';
import type { Database } from '../../../src/db/database.ts';
import { storeFile } from '../../../src/db/reading/resources.ts';
import { bookRow } from '../../../src/db/shelf/books.ts';
import { listenToKeys } from '../../../src/ui/keys.ts';
import '../../../src/ui/theme.css';
import { createFakeBridge, type FakeBridge } from '../fake-bridge.ts';
import { createServiceModel, type ServiceModel } from '../service-model.ts';

export interface ReaderRoom {
  application: Application;
  bridge: FakeBridge;
  model: ServiceModel;
  database: Database;
  bookId: string;
  /** The page's landmark. */
  main(): HTMLElement;
  place(): { cfi: string; progress: number; chapterUid: number; chapterOffset: number };
  frame(): HTMLIFrameElement;
  words(): string;
  /** Pressed in the window, where the focus is. */
  key(key: string, more?: KeyboardEventInit): void;
  /** The button with this name that is shown. */
  button(name: string): HTMLButtonElement;
  press(name: string): void;
  /** Waits until the place is another one. */
  turned(act: () => void): Promise<void>;
  tap(x: number, y: number): void;
  open(view?: Partial<View & { name: 'reader' }>): Promise<void>;
  /** As if the process was killed: nothing is closed, nothing is told. */
  kill(): void;
  leave(): void;
}

export interface RoomOptions {
  width?: number;
  height?: number;
  dpi?: number;
  account?: string;
  title?: string;
  author?: string;
  /** Without it the book has to be fetched. */
  file?: Blob;
  model?: ServiceModel;
  signedOut?: boolean;
  /** The page before did not answer. */
  heldUp?: boolean;
}

export async function openRoom(options: RoomOptions): Promise<ReaderRoom> {
  const { width = 1404, height = 1872, dpi = 227, title = 'Test', author = 'A. Writer' } = options;
  await window_.viewport(width, height);
  const model = options.model ?? createServiceModel(() => 1_800_000_000);
  const bookId = 'b_book';
  if (!options.model) model.addBook({ bookId, title, author });
  const account = options.account ?? `test-${crypto.randomUUID()}`;
  const bridge = createFakeBridge(model, { account, ...(options.signedOut ? { state: 'local' as const } : {}) });
  bridge.panelDpi = dpi;
  bridge.heldUp = options.heldUp ?? false;
  const application = await openApplication(bridge, (error) => bridge.logged.push(String(error)));
  const { database } = application.state.getState().session;
  const facts = { bookId, title, author, cover: '', version: 1, format: 'epub', language: 'en' };
  const known = await database.books.get(bookId);
  await database.books.put(bookRow({ ...known, ...facts, onShelf: 1, addedAt: 1_700_000_000 }));
  if (options.file) await storeFile(database, bookId, options.file, 1, 1_700_000_000);
  const root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const stopKeys = listenToKeys();
  render(<ApplicationView application={application} />, root);
  await afterPaint();
  const room = roomOf({ application, bridge, model, database, bookId, root, stopKeys });
  openRooms.add(room);
  return room;
}

const openRooms = new Set<ReaderRoom>();

/** After each test. */
export function closeRooms(): void {
  for (const room of openRooms) room.leave();
  openRooms.clear();
}

interface Parts extends Pick<ReaderRoom, 'application' | 'bridge' | 'model' | 'database' | 'bookId'> {
  root: HTMLElement;
  stopKeys: () => void;
}

function roomOf({ root, stopKeys, ...parts }: Parts): ReaderRoom {
  const { application, bookId } = parts;
  const main = () => {
    const element = root.querySelector<HTMLElement>('main.reader-main');
    if (!element) throw new Error('The reader is not shown.');
    return element;
  };
  const frame = () => {
    const found = [...main().querySelectorAll('iframe')].find((one) => one.style.visibility === 'visible');
    if (!found) throw new Error('No page is shown.');
    return found;
  };
  const place = () => {
    const { placeCfi, progress, chapterUid, chapterOffset } = main().dataset;
    return {
      cfi: placeCfi ?? '',
      progress: Number(progress),
      chapterUid: Number(chapterUid),
      chapterOffset: Number(chapterOffset),
    };
  };
  const leave = () => {
    render(null, root);
    root.remove();
    stopKeys();
    void application.state.getState().session.close();
  };
  const button = (name: string) => {
    const found = [...root.querySelectorAll<HTMLButtonElement>('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    );
    if (!found) throw new Error(`There is no button ${name}.`);
    return found;
  };
  return {
    ...parts,
    main,
    button,
    press: (name) => button(name).click(),
    place,
    frame,
    words: () => wordsShown(frame()),
    key(key, more = {}) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    },
    async turned(act) {
      const before = JSON.stringify(place());
      act();
      await expect.poll(() => JSON.stringify(place())).not.toBe(before);
    },
    tap(x, y) {
      const shown = frame();
      const page = shown.contentDocument as Document;
      const target = page.elementFromPoint(x, y) ?? page.body;
      const at = { bubbles: true, cancelable: true, clientX: x, clientY: y };
      const finger = { ...at, pointerType: 'touch', isPrimary: true };
      target.dispatchEvent(new PointerEvent('pointerdown', finger));
      target.dispatchEvent(new PointerEvent('pointerup', finger));
      target.dispatchEvent(new MouseEvent('click', at));
    },
    async open(view = {}) {
      application.routes.go({ name: 'reader', bookId, ...view });
      await expect
        .poll(() => root.querySelector('main.reader-main')?.getAttribute('data-stage'), { timeout: 20_000 })
        .toBe('open');
      await afterPaint();
    },
    kill() {
      stopKeys();
      root.remove();
      openRooms.clear();
    },
    leave,
  };
}

/** The words that begin on the page, as far as the first 80 characters. */
function wordsShown(frame: HTMLIFrameElement): string {
  const page = frame.contentDocument as Document;
  const range = page.caretRangeFromPoint(frame.clientWidth / 2, frame.clientHeight / 3);
  const node = range?.startContainer;
  return node?.nodeType === Node.TEXT_NODE ? (node as Text).data.slice(range?.startOffset ?? 0).slice(0, 80) : '';
}
