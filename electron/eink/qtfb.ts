// A reMarkable tablet, where this program's window is drawn into a framebuffer of qtfb: joins that framebuffer as a
// second client, sets how it is refreshed and asks for full refreshes.

import { access, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { DevicePlaces } from '../device/places.ts';
import { isMissing } from '../disk/file-error.ts';
import { type BackendKind, compositorDelay, strongestOf } from './backend.ts';
import { openMessageSocket } from './message-socket.ts';
import {
  firstMode,
  framebufferFormat,
  initialize,
  messageLength,
  modeOf,
  type RefreshMode,
  requestFullRefresh,
  setRefreshMode,
  tabletFacts,
  update,
} from './qtfb-protocol.ts';

export const qtfb: BackendKind = {
  name: 'qtfb',
  async probe({ places }) {
    // Without a key nobody draws for us, and a framebuffer of our own would only be an empty one.
    return framebufferOf(places) !== undefined && (await exists(places.qtfbSocket));
  },
  async open({ places }) {
    const framebuffer = framebufferOf(places);
    if (framebuffer === undefined) throw new Error('QTFB_KEY names no framebuffer.');
    const machine = await readMachine(places.machineFile);
    const socket = await openMessageSocket(places.qtfbSocket, messageLength);
    await socket.send(initialize(framebuffer, framebufferFormat(places.qtfbMode, machine)));
    let mode: RefreshMode | undefined;
    return {
      info: { backend: 'qtfb', ...tabletFacts(machine), wants: 'before' },
      async prepare(plan) {
        const strongest = strongestOf(plan);
        const wanted = strongest && modeOf({ ...strongest, dither: plan.some(({ dither }) => dither) });
        // The server takes a second for each change, so that only changes are told.
        if (wanted === undefined || wanted === mode) return;
        await socket.send(setRefreshMode(wanted));
        mode = wanted;
      },
      async refresh(plan) {
        const full = plan.find(({ strength }) => strength === 'full');
        if (!full) return 0;
        await pause(compositorDelay);
        await socket.send(update(full));
        await socket.send(requestFullRefresh());
        return compositorDelay;
      },
      async close() {
        try {
          if (mode !== undefined && mode !== firstMode) await socket.send(setRefreshMode(firstMode));
        } finally {
          await socket.close();
        }
      },
    };
  },
};

function framebufferOf({ qtfbKey }: DevicePlaces): number | undefined {
  const key = Number(qtfbKey);
  return qtfbKey && Number.isInteger(key) && key >= 0 && key < 2 ** 31 ? key : undefined;
}

async function readMachine(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
