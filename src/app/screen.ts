// The panel: what was planned for a frame goes to the main process, before it is painted and once it is. Menus, dialogs
// and new views say so by themselves, as layers; what is read says it through `intend`; whatever else changes is noticed.

import type { Bridge } from '../../api/ipc.ts';
import type { PanelInfo, Refresh } from '../../api/panel.ts';
import { nameChanges } from '../screen/name-changes.ts';
import { createScreenQueue, type ScreenQueue } from '../screen/queue.ts';
import type { Region } from '../screen/region.ts';
import { isViewOnTop, watchLayers } from '../ui/layers.ts';
import { watchChanges } from '../ui/watch-changes.ts';
import { call } from './bridge.ts';
import { type Interaction, watchInteraction } from './interaction.ts';
import { greysOfShownPages } from './late-greys.ts';
import { hasPictureBelow, pictureShareOfView } from './pictures-below.ts';
import type { Session } from './session.ts';

export interface ScreenParts {
  bridge: Bridge;
  session: () => Session;
  panel: () => PanelInfo;
  report: (error: unknown) => void;
}

/** The host takes no more; more in one frame is the whole screen anyway. */
const mostRefreshes = 32;

export interface Screen extends ScreenQueue {
  /** What a frame, which swallows it, tells of the reader's hand. */
  hand: Interaction['hand'];
}

export function startScreen({ bridge, session, panel, report }: ScreenParts): Screen {
  const scale = () => window.devicePixelRatio;
  const tell = (name: 'panel.prepare' | 'panel.refresh', plan: Refresh[]) =>
    void call(bridge, name, { plan: plan.slice(0, mostRefreshes) }).catch(report);
  const interaction = watchInteraction({ touched: () => queue.touched(), now: () => performance.now() });
  /** A menu or dialog came or went in this frame. */
  let layered = false;
  /** Views that came in this frame. What they show is there only once their lists have measured their room. */
  let arrived: Region[] = [];
  const changes = watchChanges(document.body, () => queue.expectChanges());
  const queue: ScreenQueue = createScreenQueue({
    now: () => performance.now(),
    beforePaint: (run) => requestAnimationFrame(run),
    afterPaint: (run) => setTimeout(run, 0),
    later(run, milliseconds) {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    settings() {
      const { screen, reading } = session().settings.state.getState();
      const width = Math.round(window.innerWidth * scale());
      const height = Math.round(window.innerHeight * scale());
      const { cleansWithFrame = false, cleansNever = false } = panel();
      return { ...screen, night: reading.night, screen: { width, height }, cleansWithFrame, cleansNever };
    },
    scale,
    busy: interaction.busy,
    beforeClean: greysOfShownPages,
    lookForChanges(covered) {
      const whole = windowRegion();
      for (const box of arrived) queue.intend('page', box, { turn: false, imageShare: pictureShareOfView() });
      arrived = [];
      // A menu that goes is no page that was turned, however much of the screen it covered.
      const view = isViewOnTop() && !layered ? { region: whole, imageShare: pictureShareOfView } : undefined;
      layered = false;
      if (covered(whole)) return changes.skip();
      const unsaid = changes.find().filter(({ region }) => !covered(region));
      nameChanges(unsaid, view, queue.intend);
    },
    prepare(plan) {
      if (panel().wants === 'before') tell('panel.prepare', plan);
    },
    send(plan) {
      if (panel().wants !== 'nothing') tell('panel.refresh', plan);
    },
  });
  watchLayers((change, box, view, element) => {
    interaction.layer(change, view);
    // One that only takes keys paints nothing.
    if (box.width === 0 || box.height === 0) return;
    layered ||= !view;
    const closing = change === 'closed';
    if (!view) queue.intend('panel', withEdge(box), { closing, uncovers: closing && hasPictureBelow(box, element) });
    else if (!closing) {
      arrived.push(box);
      queue.expectChanges();
    }
  });
  return { ...queue, hand: interaction.hand };
}

/** CSS pixels: corners and edges are blended with what is around them. */
const layerEdge = 2;

function withEdge({ x, y, width, height }: DOMRect): Region {
  const both = 2 * layerEdge;
  return { x: x - layerEdge, y: y - layerEdge, width: width + both, height: height + both };
}

export const windowRegion = () => ({ x: 0, y: 0, width: window.innerWidth, height: window.innerHeight });
