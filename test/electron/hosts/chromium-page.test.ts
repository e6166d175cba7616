// The page's side of the Chromium bridge, run as the served text: calls, lost connections, blocked shortcuts.

import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Bridge, IpcResult } from '../../../api/ipc.ts';
import { pageScript, type ToMain, type ToPage } from '../../../electron/hosts/chromium-page.ts';
import { packFrame, unpackFrame } from '../../../electron/hosts/frame.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: ArrayBuffer }) => void) | null = null;
  sent: ToMain[] = [];
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(frame: Uint8Array): void {
    this.sent.push(unpackFrame(frame) as ToMain);
  }
  hear(message: ToPage): void {
    this.onmessage?.({ data: packFrame(message).buffer });
  }
}

interface Key {
  key: string;
  ctrlKey?: boolean;
  altKey?: boolean;
}

/** Runs the script as a page would, without anything of Node in reach. */
function openPage() {
  FakeSocket.all = [];
  const listeners = { down: new Set<(key: unknown) => void>(), up: new Set<(key: unknown) => void>() };
  const page: Record<string, unknown> = {
    location: { host: 'reader.localhost' },
    WebSocket: FakeSocket,
    setTimeout: (work: () => void, milliseconds: number) => setTimeout(work, milliseconds),
    addEventListener: (_type: string, listener: (key: unknown) => void, { capture = false }) => {
      listeners[capture ? 'down' : 'up'].add(listener);
    },
    document: { addEventListener: () => undefined, querySelectorAll: () => [] },
    Date,
    TextEncoder,
    TextDecoder,
    Uint8Array,
    ArrayBuffer,
    DataView,
  };
  page.globalThis = page;
  runInNewContext(pageScript(), page);
  const isBlocked = (key: Key) => {
    const preventDefault = vi.fn();
    const pressed = { ctrlKey: false, altKey: false, metaKey: false, ...key, preventDefault };
    for (const listener of listeners.down) listener(pressed);
    for (const listener of listeners.up) listener(pressed);
    return preventDefault.mock.calls.length === 1;
  };
  return { bridge: page.octavo as Bridge, isBlocked };
}

const socket = (index: number) => FakeSocket.all[index] as FakeSocket;
const good = (value: unknown): IpcResult<unknown> => ({ ok: true, value });

test('the bridge is there at once and cannot be replaced; calls wait for the connection', async () => {
  const { bridge } = openPage();
  expect(Object.isFrozen(bridge)).toBe(true);
  const call = bridge.call('app.info', {});
  expect(socket(0).url).toBe('ws://reader.localhost/ipc');
  socket(0).onopen?.();
  expect(socket(0).sent).toEqual([{ id: 1, name: 'app.info', request: {} }]);
  socket(0).hear({ id: 1, result: good({ host: 'chromium' }) });
  expect(await call).toEqual({ ok: true, value: { host: 'chromium' } });
});

test('bytes and events arrive, and a subscription ends', async () => {
  const { bridge } = openPage();
  socket(0).onopen?.();
  const heard: unknown[] = [];
  const stop = bridge.on('service.online', (value) => heard.push(value));
  socket(0).hear({ event: 'service.online', value: { online: true } });
  socket(0).hear({ event: 'account.changed', value: {} });
  stop();
  socket(0).hear({ event: 'service.online', value: { online: false } });
  expect(heard).toEqual([{ online: true }]);
  void bridge.call('import.chunk', { importId: 'i', offset: 0, bytes: new Uint8Array([1, 2]) });
  expect(socket(0).sent.at(-1)).toMatchObject({ request: { bytes: new Uint8Array([1, 2]) } });
});

test('when the connection drops, repeatable calls are sent again and others end with an unknown outcome', async () => {
  const { bridge } = openPage();
  socket(0).onopen?.();
  const state = bridge.call('account.state', {});
  const read = bridge.call('service.call', { route: 'GET /shelf/sync', params: {} });
  const written = bridge.call('service.call', { route: 'POST /book/read', params: {} });
  const opened = bridge.call('import.open', { name: 'a', size: 1 });
  socket(0).onclose?.();
  expect(await written).toMatchObject({ ok: false, code: 'timeout' });
  expect(await opened).toMatchObject({ ok: false, code: 'timeout' });
  await vi.advanceTimersByTimeAsync(5000);
  socket(1).onopen?.();
  expect(socket(1).sent.map(({ name }) => name)).toEqual(['account.state', 'service.call']);
  for (const { id } of socket(1).sent) socket(1).hear({ id, result: good(id) });
  expect(await state).toEqual(good(1));
  expect(await read).toEqual(good(2));
});

test('an answered call is not sent again', async () => {
  const { bridge } = openPage();
  socket(0).onopen?.();
  const call = bridge.call('app.info', {});
  socket(0).hear({ id: 1, result: good(1) });
  await call;
  socket(0).onclose?.();
  await vi.advanceTimersByTimeAsync(5000);
  socket(1).onopen?.();
  expect(socket(1).sent).toEqual([]);
});

test('a main process that stays away is said so instead of waiting for ever, and calls work when it is back', async () => {
  const { bridge } = openPage();
  socket(0).onopen?.();
  socket(0).onclose?.();
  const waiting = bridge.call('app.info', {});
  for (let index = 1; index < 12; index++) {
    await vi.advanceTimersByTimeAsync(3000);
    socket(index)?.onclose?.();
  }
  expect(await waiting).toMatchObject({ ok: false, code: 'upstream_unavailable' });
  expect(await bridge.call('app.info', {})).toMatchObject({ ok: false, code: 'upstream_unavailable' });
  await vi.advanceTimersByTimeAsync(3000);
  const last = FakeSocket.all.at(-1);
  last?.onopen?.();
  const again = bridge.call('app.info', {});
  last?.hear({ id: last.sent.at(-1)?.id ?? 0, result: good('back') });
  expect(await again).toEqual(good('back'));
});

test('browser shortcuts are blocked; reading and typing are not', () => {
  const { isBlocked } = openPage();
  for (const key of ['F5', 'F12', 'F11']) expect(isBlocked({ key })).toBe(true);
  for (const key of ['n', 't', 'w', 'p', 'r', 'N', 'u', 's', 'o', '+', '-', '0']) {
    expect(isBlocked({ key, ctrlKey: true })).toBe(true);
  }
  expect(isBlocked({ key: 'ArrowLeft', altKey: true })).toBe(true);
  for (const key of ['a', 'n', 'ArrowRight', 'PageDown', ' ', 'Enter', 'Escape'])
    expect(isBlocked({ key })).toBe(false);
  for (const key of ['c', 'v', 'x', 'a', 'z']) expect(isBlocked({ key, ctrlKey: true })).toBe(false);
});

test('frames carry text in any script and bytes, and refuse what is torn', () => {
  const value = { id: 1, text: '你好\u0000', bytes: new Uint8Array([0, 255]), more: [new Uint8Array(0), null, 1.5] };
  const frame = packFrame(value);
  expect(unpackFrame(frame)).toEqual(value);
  for (const length of [0, 3, 10, frame.length - 1]) expect(() => unpackFrame(frame.subarray(0, length))).toThrow();
  const pointer = (at: unknown) => packFrame({ at: { $bytes: at } });
  for (const wrong of [[0, 1], [-1, 1], [0, 'x'], 'x', []])
    expect(() => unpackFrame(pointer(wrong))).toThrow(RangeError);
});
