// Whether a book may load its pictures, sounds and fonts from the network, as its reader said on this device.

import { type Setting, setting } from './settings.ts';

export interface BookNetworkFacts {
  allowed: boolean;
}

export function bookNetwork(bookId: string): Setting<BookNetworkFacts> {
  return setting<BookNetworkFacts>(`network:${bookId}`, { allowed: false });
}
