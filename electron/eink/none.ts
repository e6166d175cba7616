// An ordinary screen: it repaints by itself, so refreshes need nothing.

import type { BackendKind } from './backend.ts';

export const none: BackendKind = {
  name: 'none',
  probe: async () => true,
  open: () => ({ info: { backend: 'none', greys: 256, dpi: 96 }, refresh: async () => 0 }),
};
