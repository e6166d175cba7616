// Speaks the Chrome DevTools Protocol over the two pipes of --remote-debugging-pipe: JSON messages ended by a zero byte.
// Knows no commands of its own.

import type { Readable, Writable } from 'node:stream';

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  sessionId?: string;
  result?: unknown;
  error?: { message: string };
}

export interface CdpPipe {
  /** Rejects when Chromium answers with an error or is gone. */
  send<T = unknown>(method: string, params?: object, sessionId?: string): Promise<T>;
  /** One listener per event. */
  on<T>(method: string, listener: (params: T, sessionId: string | undefined) => void): void;
}

export function openCdpPipe(toChromium: Writable, fromChromium: Readable, onError: (error: unknown) => void): CdpPipe {
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, (params: unknown, sessionId: string | undefined) => void>();
  let lastId = 0;
  let ended = false;

  function end(error?: unknown): void {
    if (error) onError(error);
    ended = true;
    for (const call of pending.values()) call.reject(new Error('Chromium has ended'));
    pending.clear();
  }

  function receive(message: Message): void {
    if (message.id === undefined) {
      if (message.method) listeners.get(message.method)?.(message.params, message.sessionId);
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.error) call?.reject(new Error(message.error.message));
    else call?.resolve(message.result);
  }

  toChromium.on('error', end);
  fromChromium.on('error', end);
  fromChromium.on('close', () => end());
  let parts: Buffer[] = [];
  fromChromium.on('data', (data: Buffer) => {
    let from = 0;
    for (let at = data.indexOf(0); at >= 0; at = data.indexOf(0, from)) {
      parts.push(data.subarray(from, at));
      const text = Buffer.concat(parts).toString('utf8');
      parts = [];
      from = at + 1;
      try {
        receive(JSON.parse(text) as Message);
      } catch (error) {
        onError(error);
      }
    }
    if (from < data.length) parts.push(data.subarray(from));
  });

  return {
    send<T>(method: string, params: object = {}, sessionId?: string) {
      if (ended) return Promise.reject(new Error('Chromium has ended'));
      const id = ++lastId;
      return new Promise<T>((resolve, reject) => {
        pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
        toChromium.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
      });
    },
    on<T>(method: string, listener: (params: T, sessionId: string | undefined) => void) {
      listeners.set(method, listener as (params: unknown, sessionId: string | undefined) => void);
    },
  };
}
