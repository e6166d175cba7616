// An ordinary screen: it repaints by itself, so refreshes need nothing.

import { readScreenDensity } from '../device/screen-density.ts';
import type { BackendKind } from './backend.ts';

/** What style sheets take a pixel for. */
const usualDpi = 96;

export const none: BackendKind = {
  name: 'none',
  probe: async () => true,
  open: async ({ places }) => ({
    info: {
      backend: 'none',
      greys: 256,
      dpi: (await readScreenDensity(places.connectors)) ?? usualDpi,
      wants: 'nothing',
    },
    refresh: async () => 0,
    close: async () => undefined,
  }),
};
