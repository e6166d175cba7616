// A PineNote whose session bus serves `org.pinenote.PineNoteCtl`: windows carry hints of how their pixels are driven.
// The page is one window of ours; a small picture that comes to a page of text has one of its own, and what was opened
// over it or typed into it another, which live until that part of the page is painted again. Full refreshes are asked
// for.

import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { PanelInfo, PanelOptions, Refresh } from '../../api/panel.ts';
import { type Bus, openBus } from '../device/bus.ts';
import { type BackendKind, compositorDelay, type PanelBackend } from './backend.ts';
import { pinenotePanel } from './pinenote-panel.ts';
import { type Area, boundsOf, turnRegion } from './turn-region.ts';

const service = 'org.pinenote.PineNoteCtl';
const object = { destination: service, path: '/org/pinenote/PineNoteCtl' };
const ebc = { ...object, interface: 'org.pinenote.Ebc1' };
const manager = { ...object, interface: 'org.pinenote.HintMgr1' };

/** Depth, conversion (T threshold, D dither), and whether a second pass adds what the first left out (R, else r). */
const hints = { text: 'Y2|T|R', picture: 'Y4|D|R', menu: 'Y1|T|R', input: 'Y1|T|r' } as const;
type Hint = (typeof hints)[keyof typeof hints];

const driverModes = { normal: 0, fast: 1 } as const;
/** Blue noise over 32 pixels: the least visible pattern of the driver's three. */
const blueNoise = 2;
/** Above the windows that compositors announce: the page, its pictures, and what is opened over it. */
const above = { page: 1000, pictures: 1001, menus: 1002 } as const;
/** Of a page of text; where more come, the whole page is driven like a picture. */
const mostPictures = 4;

const info: PanelInfo = { backend: 'pinenote-hints', greys: 16, dpi: pinenotePanel.dpi, wants: 'before' };
const windowSignature = '(s(iiii)sbbi)';

export const pinenoteHints: BackendKind = {
  name: 'pinenote-hints',
  async probe({ places }) {
    // Without the driver there is nothing to serve, and no reason to make every start wait for a bus.
    if (!places.sessionBus || !existsSync(places.driverParameters)) return false;
    const bus = await openBus(places.sessionBus);
    try {
      return await bus.serves(service);
    } finally {
      await bus.close();
    }
  },
  async open({ places, options }) {
    if (!places.sessionBus) throw new Error('There is no session bus.');
    const bus = await openBus(places.sessionBus);
    try {
      return await drive(bus, options.rotation);
    } catch (error) {
      await bus.close();
      throw error;
    }
  },
};

async function drive(bus: Bus, rotation: PanelOptions['rotation']): Promise<PanelBackend> {
  const before = {
    mode: await bus.property(ebc, 'DriverMode'),
    dither: await bus.property(ebc, 'DitherMode'),
    hint: await bus.property(ebc, 'DefaultHint'),
  };
  await bus.setProperty(ebc, 'DriverMode', 'y', driverModes.normal);
  await bus.setProperty(ebc, 'DitherMode', 'y', blueNoise);
  const app = String(await call(bus, 'AppRegister', 'i', process.pid));
  const whole: Area = [0, 0, pinenotePanel.width, pinenotePanel.height];
  const page = await openHintWindow(bus, app, { area: whole, hint: hints.text, visible: true, order: above.page });
  const over = await openHintWindow(bus, app, { area: whole, hint: hints.menu, visible: false, order: above.menus });
  const pictures = pictureWindows((area) =>
    openHintWindow(bus, app, { area, hint: hints.picture, visible: true, order: above.pictures }),
  );
  let mode: number = driverModes.normal;
  const setMode = async (wanted: number) => {
    if (wanted === mode) return;
    await bus.setProperty(ebc, 'DriverMode', 'y', wanted);
    mode = wanted;
  };
  return {
    info,
    async prepare(plan) {
      await setMode(isLeafing(plan, rotation) ? driverModes.fast : driverModes.normal);
      const light = plan.filter(({ strength }) => overPage(strength));
      const heavy = plan.filter(({ strength }) => !overPage(strength));
      const pages = heavy.filter((refresh) => coversPage(refresh, rotation));
      if (pages.length > 0) {
        await page.setHint(pages.some(({ dither }) => dither) ? hints.picture : hints.text);
        await pictures.clear(whole);
      }
      const parts = heavy.filter((refresh) => !pages.includes(refresh));
      for (const part of parts) await pictures.clear(areaOf(part, rotation));
      const dithered = parts.filter(({ dither }) => dither).map((part) => areaOf(part, rotation));
      if (page.hint() !== hints.picture) {
        if (dithered.length <= pictures.left()) for (const area of dithered) await pictures.show(area);
        else {
          await page.setHint(hints.picture);
          await pictures.clear(whole);
        }
      }
      if (light.length > 0 && !isLeafing(plan, rotation)) {
        const typed = light.every(({ strength }) => strength !== 'ui');
        await over.show(boundsOf(light.map((one) => areaOf(one, rotation))), typed ? hints.input : hints.menu);
      } else if (heavy.length > 0) await over.hide();
    },
    async refresh(plan) {
      if (!plan.some(({ strength }) => strength === 'full')) return 0;
      await pause(compositorDelay);
      await bus.call({ ...ebc, member: 'GlobalRefresh' });
      return compositorDelay;
    },
    async close() {
      try {
        await call(bus, 'AppRemove', 's', app);
        await bus.setProperty(ebc, 'DriverMode', 'y', before.mode);
        await bus.setProperty(ebc, 'DitherMode', 'y', before.dither);
        if (Array.isArray(before.hint)) await bus.setProperty(ebc, 'DefaultHint', '(yyb)', before.hint);
      } finally {
        await bus.close();
      }
    },
  };
}

interface HintWindow {
  hint(): Hint;
  setHint(hint: Hint): Promise<void>;
  show(area: Area, hint: Hint): Promise<void>;
  hide(): Promise<void>;
}

interface HintWindowState {
  area: Area;
  hint: Hint;
  visible: boolean;
  order: number;
}

async function openHintWindow(bus: Bus, app: string, first: HintWindowState): Promise<HintWindow> {
  const { area, hint, visible, order } = first;
  const described = ['Octavo', area, hint, visible, false, order];
  const key = await call(bus, 'WindowAdd', `s${windowSignature}`, app, described);
  let now = first;
  const change = async (to: Partial<HintWindowState>) => {
    const next = { ...now, ...to };
    if (next.hint !== now.hint) await call(bus, 'WindowUpdateHint', 'ss', key, next.hint);
    if (String(next.area) !== String(now.area)) await call(bus, 'WindowUpdateArea', 's(iiii)', key, next.area);
    if (next.visible !== now.visible) await call(bus, 'WindowUpdateVisible', 'sb', key, next.visible);
    now = next;
  };
  return {
    hint: () => now.hint,
    setHint: (wanted) => change({ hint: wanted }),
    show: (where, wanted) => change({ area: where, hint: wanted, visible: true }),
    hide: () => change({ visible: false }),
  };
}

interface PictureWindows {
  /** How many more there may be. */
  left(): number;
  show(area: Area): Promise<void>;
  /** All that lie in that part, which is painted anew. */
  clear(area: Area): Promise<void>;
}

function pictureWindows(open: (area: Area) => Promise<HintWindow>): PictureWindows {
  const free: HintWindow[] = [];
  let shown: { area: Area; window: HintWindow }[] = [];
  return {
    left: () => mostPictures - shown.length,
    async show(area) {
      const window = free.pop() ?? (await open(area));
      shown.push({ area, window });
      await window.show(area, hints.picture);
    },
    async clear(part) {
      const gone = shown.filter(({ area }) => isWithin(area, part));
      shown = shown.filter((one) => !gone.includes(one));
      for (const { window } of gone) {
        free.push(window);
        await window.hide();
      }
    },
  };
}

function isWithin([left, top, right, bottom]: Area, part: Area): boolean {
  return left >= part[0] && top >= part[1] && right <= part[2] && bottom <= part[3];
}

function call(bus: Bus, member: string, signature: string, ...body: unknown[]): Promise<unknown> {
  return bus.call({ ...manager, member, signature, body });
}

const overPage = (strength: Refresh['strength']) => ['a2', 'fast', 'ui'].includes(strength);

const areaOf = (refresh: Refresh, rotation: PanelOptions['rotation']) => turnRegion(refresh, rotation, pinenotePanel);

function coversPage(refresh: Refresh, rotation: PanelOptions['rotation']): boolean {
  const [left, top, right, bottom] = areaOf(refresh, rotation);
  return (right - left) * (bottom - top) * 2 > pinenotePanel.width * pinenotePanel.height;
}

/** Whole pages that are only glanced at. */
function isLeafing(plan: readonly Refresh[], rotation: PanelOptions['rotation']): boolean {
  return (
    plan.length > 0 &&
    plan.every(({ strength }) => strength === 'fast' || strength === 'a2') &&
    plan.some((refresh) => coversPage(refresh, rotation))
  );
}
