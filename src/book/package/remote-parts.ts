// What a book keeps on the network: pictures, sounds, films and fonts. Nothing is asked for until the reader allows it
// for this book; which hosts the book would ask is noticed meanwhile.

import { outsideAddress } from './package-path.ts';

/** Fetches one part; rejects when it cannot be had, or is of another kind. */
export type FetchRemote = (address: string) => Promise<Blob>;

/** Milliseconds that a page waits; what comes later is not shown. */
const patience = 6000;
/** Addresses that one book may ask for while it is open. */
const most = 400;

export class RemoteParts {
  allowed: boolean;
  readonly #fetch: FetchRemote | undefined;
  readonly #hosts = new Set<string>();
  readonly #fetched = new Map<string, Promise<Blob | undefined>>();

  constructor(fetch: FetchRemote | undefined, allowed: boolean) {
    this.#fetch = fetch;
    this.allowed = allowed && fetch !== undefined;
  }

  /** Hosts that the chapters shown so far ask for. */
  get hosts(): string[] {
    return [...this.#hosts].sort();
  }

  /** `undefined` unless it is a web address, allowed, and there in time. */
  async get(reference: string): Promise<Blob | undefined> {
    const address = outsideAddress(reference);
    if (!address || !this.#fetch || !/^https?:/.test(address)) return undefined;
    this.#hosts.add(new URL(address).host);
    if (!this.allowed || (this.#fetched.size >= most && !this.#fetched.has(address))) return undefined;
    const known = this.#fetched.get(address) ?? this.#fetchNow(address, this.#fetch);
    this.#fetched.set(address, known);
    return Promise.race([known, new Promise<undefined>((resolve) => setTimeout(resolve, patience))]);
  }

  async #fetchNow(address: string, fetch: FetchRemote): Promise<Blob | undefined> {
    try {
      return await fetch(address);
    } catch (error) {
      console.warn(`The book’s part “${address}” cannot be fetched.`, error);
      this.#fetched.delete(address);
      return undefined;
    }
  }
}
