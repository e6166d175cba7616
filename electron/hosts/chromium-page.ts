// The page's side of the Chromium host: provides `window.octavo` over a WebSocket and keeps the browser's own shortcuts
// away. Served as text before the renderer's first script, so `installBridge` is self-contained and knows no Node.

import type { Bridge, IpcEvent, IpcName, IpcResult } from '../../api/ipc.ts';
import { packFrame, unpackFrame } from './frame.ts';

export type ToMain = { id: number; name: string; request: unknown };
export type ToPage = { id: number; result: IpcResult<unknown> } | { event: string; value: unknown };

interface PageSocket {
  binaryType: string;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
  onmessage: ((message: { data: ArrayBuffer }) => void) | null;
  send(data: Uint8Array): void;
}
interface PageKey {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  preventDefault(): void;
}
/** A window, the page's or one of a frame inside. */
interface KeyWindow {
  document: KeyDocument;
  addEventListener(
    type: 'keydown',
    listener: (key: PageKey) => void,
    options: { capture?: boolean; once?: boolean },
  ): void;
}
interface KeyDocument {
  addEventListener(type: 'load', listener: (loaded: { target: unknown }) => void, capture: boolean): void;
  querySelectorAll(selector: string): Iterable<unknown>;
}
interface Page extends KeyWindow {
  octavo?: Bridge;
  location: { host: string };
  WebSocket: new (url: string) => PageSocket;
  setTimeout(work: () => void, milliseconds: number): unknown;
}

/** The whole script as text. */
export function pageScript(): string {
  return `(${installBridge})(globalThis, ${packFrame}, ${unpackFrame});\n`;
}

function installBridge(page: Page, pack: (value: unknown) => Uint8Array, unpack: (frame: Uint8Array) => unknown): void {
  interface Call {
    message: ToMain;
    sent: boolean;
    answer(result: IpcResult<unknown>): void;
  }
  // Calls that may be made twice without harm; the outcome of any other is unknown once the socket drops.
  const repeatable = [
    'app.info',
    'app.painted',
    'account.state',
    'account.startDevice',
    'account.cancelSignIn',
    'account.useLocal',
    'service.cancel',
    'import.chunk',
    'import.commit',
    'import.cancel',
    'import.list',
    'panel.info',
    'panel.list',
    'panel.setBackend',
    'panel.options',
    'panel.setOptions',
    'power.state',
    'power.lights',
    'power.setLight',
    'power.sleepPainted',
  ];
  const patience = 10_000;
  const calls = new Map<number, Call>();
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  let lastId = 0;
  let socket: PageSocket | undefined;
  let pause = 100;
  let lostAt = Date.now();

  const isRepeatable = ({ name, request }: ToMain) =>
    repeatable.includes(name) ||
    (name === 'service.call' && String((request as { route?: unknown }).route).startsWith('GET '));
  const fail = (call: Call, code: 'timeout' | 'upstream_unavailable', message: string) => {
    calls.delete(call.message.id);
    call.answer({ ok: false, code, message });
  };
  const failUnreachable = (call: Call) =>
    fail(call, 'upstream_unavailable', 'The reader’s main process does not answer; start the reader again.');

  function receive(data: ArrayBuffer): void {
    const message = unpack(new Uint8Array(data)) as ToPage;
    if ('event' in message) {
      for (const listener of listeners.get(message.event) ?? []) listener(message.value);
      return;
    }
    const call = calls.get(message.id);
    calls.delete(message.id);
    call?.answer(message.result);
  }

  function send(call: Call): void {
    if (!socket) return;
    call.sent = true;
    socket.send(pack(call.message));
  }

  function lose(): void {
    if (socket) lostAt = Date.now();
    socket = undefined;
    const patient = Date.now() - lostAt < patience;
    for (const call of [...calls.values()]) {
      if (call.sent && !isRepeatable(call.message)) {
        fail(call, 'timeout', 'The connection to the main process was lost before it answered.');
      } else if (!patient) failUnreachable(call);
    }
    pause = Math.min(pause * 2, 3000);
    page.setTimeout(connect, pause);
  }

  function connect(): void {
    const next = new page.WebSocket(`ws://${page.location.host}/ipc`);
    next.binaryType = 'arraybuffer';
    next.onopen = () => {
      socket = next;
      pause = 100;
      for (const call of calls.values()) send(call);
    };
    next.onmessage = ({ data }) => receive(data);
    next.onclose = lose;
  }

  const bridge = {
    call: (name: IpcName, request: unknown) =>
      new Promise<IpcResult<unknown>>((resolve) => {
        const id = ++lastId;
        const call: Call = { message: { id, name, request }, sent: false, answer: resolve };
        calls.set(id, call);
        if (socket) send(call);
        else if (Date.now() - lostAt >= patience) failUnreachable(call);
      }),
    on: (name: IpcEvent, listener: (value: unknown) => void) => {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(listener));
      return () => void known.delete(listener);
    },
  };
  Object.defineProperty(page, 'octavo', { value: Object.freeze(bridge) });

  // A reader has no tabs, no printing, no page source; reloading by accident would lose the open dialog.
  const plain = ['F1', 'F3', 'F5', 'F6', 'F7', 'F10', 'F11', 'F12', 'BrowserBack', 'BrowserForward'];
  const withControl = 'deghjklnoprstuw+-=0';
  const navigation = ['ArrowLeft', 'ArrowRight', 'Home', 'd', 'e', 'f'];
  const block = (pressed: PageKey) => {
    const control = pressed.ctrlKey || pressed.metaKey;
    const isBlocked =
      plain.includes(pressed.key) ||
      (control && pressed.key.length === 1 && withControl.includes(pressed.key.toLowerCase())) ||
      (pressed.altKey && navigation.includes(pressed.key));
    if (isBlocked) pressed.preventDefault();
  };
  // After everybody else: the reader answers some of these keys and learns others, and takes one that was prevented for
  // one that was answered. Whoever is added while a key goes down hears of it last when it comes up.
  const guard = (window: KeyWindow) => {
    window.addEventListener('keydown', () => window.addEventListener('keydown', block, { once: true }), {
      capture: true,
    });
    window.document.addEventListener('load', ({ target }) => guardFrame(target), true);
    for (const frame of window.document.querySelectorAll('iframe')) guardFrame(frame);
  };
  // Keys that are pressed in a book's frame never come to the page. A frame of another origin has no document here.
  const guardFrame = (element: unknown) => {
    const { contentDocument } = element as { contentDocument?: { defaultView: KeyWindow | null } | null };
    if (contentDocument?.defaultView) guard(contentDocument.defaultView);
  };
  guard(page);
  connect();
}
