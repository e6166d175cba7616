// What the SDK uses of its surroundings: fetch, abort signals, timers, chance. Node and browsers both have it;
// the contract floor has the types of neither, so the little that is needed is declared here and nowhere else.

/** An `AbortSignal` of any environment. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal: Signal;
  credentials?: 'omit';
}

/** A reader of a response's body. */
export interface BodyReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): BodyReader } | null;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Anything with fetch's shape: the global object, or a stand-in. */
export interface Fetcher {
  fetch(url: string, init: FetchInit): Promise<FetchResponse>;
}

/** A `Blob` or `File` of any environment. */
export interface BlobLike {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `action` after some milliseconds; returns what prevents it. */
  after(milliseconds: number, action: () => void): () => void;
}

declare const fetch: (url: string, init: FetchInit) => Promise<FetchResponse>;
declare const setTimeout: (action: () => void, milliseconds: number) => number;
declare const clearTimeout: (timer: number) => void;
declare const crypto: {
  getRandomValues(bytes: Uint8Array): Uint8Array;
  subtle: { digest(algorithm: 'SHA-256', bytes: Uint8Array): Promise<ArrayBuffer> };
};
declare class TextDecoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}
declare class AbortController {
  readonly signal: Signal;
  abort(): void;
}

export const globalFetcher: Fetcher = { fetch: (url, init) => fetch(url, init) };

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

export function createAbort(): { signal: Signal; abort(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** 32 hex digits that nobody can guess. */
export function randomText(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** 64 hex digits. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Turns pieces of UTF-8 into text; a character that is cut between two pieces comes with the second. */
export function createTextDecoder(): (bytes: Uint8Array | undefined) => string {
  const decoder = new TextDecoder();
  return (bytes) => (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
}
