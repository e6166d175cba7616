// A panel that is not there: it has a real one's greys and takes its time. Chosen by the reader only, never by probing;
// the developer's view draws what it would show.

import { planTime } from '../../api/panel-model.ts';
import type { BackendKind } from './backend.ts';

export const simulated: BackendKind = {
  name: 'simulated',
  probe: async () => false,
  open: async () => ({
    info: { backend: 'simulated', greys: 16, dpi: 226, wants: 'after' },
    refresh: async (plan) => planTime(plan),
    close: async () => undefined,
  }),
};
