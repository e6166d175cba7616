// Lets the reader allow an open book to load its pictures, sounds and fonts from the network, and take that back.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { bookNetwork } from '../../db/settings/book-network.ts';
import { changeSetting } from '../../db/settings/settings.ts';
import type { Feature, FeatureParts } from '../feature.ts';

export interface NetworkState {
  allowed: boolean;
  /** Hosts that the book asks for, as far as is known. */
  hosts: readonly string[];
}

export class Networking implements Feature {
  readonly state: StoreApi<NetworkState>;
  readonly #parts: FeatureParts;

  constructor(parts: FeatureParts) {
    this.#parts = parts;
    this.state = createStore<NetworkState>(() => this.#seen());
  }

  /** Chapters ask for more while they are read. */
  placed(): void {
    this.state.setState(this.#seen());
  }

  /** Stored first; then the page is laid out anew with what it may show. */
  async allow(allowed: boolean): Promise<void> {
    const { book, database, bookId, relay, style, touch } = this.#parts;
    touch();
    await changeSetting(database, bookNetwork(bookId), { allowed });
    book.network?.allow(allowed);
    await relay((view) => view.setStyle(style()));
    this.state.setState(this.#seen());
  }

  #seen(): NetworkState {
    const { network } = this.#parts.book;
    return { allowed: network?.allowed ?? false, hosts: network?.hosts ?? [] };
  }
}
