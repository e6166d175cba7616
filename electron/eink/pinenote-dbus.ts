// A PineNote whose system bus serves `org.pinenote.ebc`: one waveform holds for the whole panel, so the strongest
// refresh of a frame chooses it before the frame is painted; full refreshes are asked for afterwards.

import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PanelInfo, Refresh } from '../../api/panel.ts';
import { type Bus, openBus } from '../device/bus.ts';
import { type BackendKind, type BackendParts, compositorDelay, type PanelBackend, strongestOf } from './backend.ts';
import { packPanelPicture } from './grey-picture.ts';
import { pinenotePanel } from './pinenote-panel.ts';

const service = 'org.pinenote.ebc';
const at = { destination: service, path: '/ebc', interface: service };

/** The driver's numbers: 1 A2, 2 DU, 3 DU4, 4 GC16, 5 GCC16, 6 GL16, 7 GLR16, 8 GLD16. */
export const pinenoteWaveforms: Readonly<Record<Refresh['strength'], number>> = {
  a2: 1,
  fast: 2,
  ui: 3,
  partial: 7,
  flashui: 4,
  flashpartial: 4,
  full: 4,
};
/** What the driver shows while the device sleeps, until it is given something else. Which picture it has cannot be asked. */
const firstSleepPicture = '/lib/firmware/rockchip/rockchip_ebc_default_screen.bin';
/** All greys, for pictures: the ones that leave white alone lose light greys. */
const allGreys = 4;

export function waveformOf(plan: readonly Refresh[]): number | undefined {
  const strongest = strongestOf(plan);
  if (!strongest) return undefined;
  const fast = strongest.strength === 'a2' || strongest.strength === 'fast';
  return !fast && plan.some(({ dither }) => dither) ? allGreys : pinenoteWaveforms[strongest.strength];
}

const info: PanelInfo = {
  ...{ backend: 'pinenote-dbus', greys: 16, dpi: pinenotePanel.dpi },
  ...{ wants: 'before', keepsPicture: true },
};

export const pinenoteDbus: BackendKind = {
  name: 'pinenote-dbus',
  async probe({ places }) {
    // Without the driver there is nothing to serve, and no reason to make every start wait for a bus.
    if (!places.systemBus || !existsSync(places.driverParameters)) return false;
    const bus = await openBus(places.systemBus);
    try {
      return await bus.serves(service);
    } finally {
      await bus.close();
    }
  },
  async open({ places, options, folder }: BackendParts): Promise<PanelBackend> {
    if (!places.systemBus) throw new Error('There is no system bus.');
    const bus = await openBus(places.systemBus);
    try {
      return await drive(bus, { performance: options.performance, folder });
    } catch (error) {
      await bus.close();
      throw error;
    }
  },
};

async function drive(bus: Bus, { performance, folder }: { performance: boolean; folder: string }) {
  const set = (member: string, signature: string, value: unknown) =>
    bus.call({ ...at, member, signature, body: [value] });
  const before = {
    waveform: await bus.call({ ...at, member: 'GetDefaultWaveform' }),
    bwMode: await bus.call({ ...at, member: 'GetBwMode' }),
    autoRefresh: await bus.call({ ...at, member: 'GetAutorefresh' }),
  };
  // Greys, and no refresh but ours.
  await set('SetBwMode', 'y', 0);
  await set('SetAutoRefresh', 'b', false);
  await set('RequestQualityOrPerformanceMode', 'y', performance ? 1 : 0);
  let waveform = before.waveform;
  let hasSleepPicture = false;
  return {
    info,
    async prepare(plan) {
      const wanted = waveformOf(plan);
      if (wanted === undefined || wanted === waveform) return;
      await set('SetDefaultWaveform', 'y', wanted);
      waveform = wanted;
    },
    async refresh(plan) {
      if (!plan.some(({ strength }) => strength === 'full')) return 0;
      await pause(compositorDelay);
      await bus.call({ ...at, member: 'TriggerGlobalRefresh' });
      return compositorDelay;
    },
    async setSleepPicture(picture) {
      const file = join(folder, 'sleep-picture.bin');
      await writeFile(file, packPanelPicture(picture, pinenotePanel));
      await chmod(file, 0o644);
      hasSleepPicture = true;
      await set('SetOfflineScreenFromFileTemporary', 's', file);
    },
    async close() {
      try {
        await set('SetDefaultWaveform', 'y', before.waveform);
        await set('SetBwMode', 'y', before.bwMode);
        await set('SetAutoRefresh', 'b', before.autoRefresh === true);
        if (hasSleepPicture) await set('SetOfflineScreenFromFileTemporary', 's', firstSleepPicture);
      } finally {
        await bus.close();
      }
    },
  } satisfies PanelBackend;
}
