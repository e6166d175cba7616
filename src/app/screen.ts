// The panel: what was planned for a frame goes to the main process once that frame is painted. Menus, dialogs and new
// views say so by themselves, as layers; what is read says it through `intend`.

import type { Bridge } from '../../api/ipc.ts';
import { createScreenQueue, type ScreenQueue } from '../screen/queue.ts';
import { watchLayers } from '../ui/layers.ts';
import { call } from './bridge.ts';
import type { Session } from './session.ts';

export interface ScreenParts {
  bridge: Bridge;
  session: () => Session;
  report: (error: unknown) => void;
}

export function startScreen({ bridge, session, report }: ScreenParts): ScreenQueue {
  const scale = () => window.devicePixelRatio;
  const queue = createScreenQueue({
    now: () => performance.now(),
    afterFrame: (run) => requestAnimationFrame(() => setTimeout(run, 0)),
    later(run, milliseconds) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    settings() {
      const { screen, reading } = session().settings.state.getState();
      const width = Math.round(window.innerWidth * scale());
      const height = Math.round(window.innerHeight * scale());
      return { ...screen, night: reading.night, screen: { width, height } };
    },
    scale,
    // The host takes 32 at most; more in one frame is the whole screen anyway.
    send: (plan) => void call(bridge, 'panel.refresh', { plan: plan.slice(0, 32) }).catch(report),
  });
  watchLayers((change, { x, y, width, height }) => {
    const view = width >= window.innerWidth && height >= window.innerHeight;
    if (!view) queue.intend('panel', { x, y, width, height }, { closing: change === 'closed' });
    else if (change === 'shown') queue.intend('page', { x, y, width, height }, { turn: false });
  });
  for (const sign of ['keydown', 'pointerdown'] as const) window.addEventListener(sign, queue.touched, true);
  return queue;
}
