// A PineNote's panel by its driver's parameters, where no service speaks for it. There are two drivers: one has a
// waveform for everything, the other a hint for everything. Neither takes an order to refresh this way: a full refresh is
// asked of the one's own bookkeeping before the frame that is to cause it; the other keeps no books and has none.

import { access, constants, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PanelInfo, Refresh } from '../../api/panel.ts';
import { isMissing, systemCode } from '../disk/file-error.ts';
import { type BackendKind, type PanelBackend, strongestOf } from './backend.ts';
import { waveformOf } from './pinenote-dbus.ts';
import { pinenotePanel } from './pinenote-panel.ts';

const info: PanelInfo = { backend: 'sysfs', greys: 16, dpi: pinenotePanel.dpi, wants: 'before' };

export const sysfs: BackendKind = {
  name: 'sysfs',
  async probe({ places: { driverParameters } }) {
    return (
      (await isWritable(join(driverParameters, 'default_waveform'))) ||
      (await isWritable(join(driverParameters, 'default_hint')))
    );
  },
  async open({ places: { driverParameters } }): Promise<PanelBackend> {
    const parameters = openParameters(driverParameters);
    return (await isWritable(join(driverParameters, 'default_waveform')))
      ? driveWaveforms(parameters)
      : driveHints(parameters);
  },
};

async function driveWaveforms(parameters: Parameters): Promise<PanelBackend> {
  await parameters.set('bw_mode', '0');
  await parameters.set('auto_refresh', 'N');
  return {
    info: { ...info, cleansWithFrame: true },
    async prepare(plan) {
      if (plan.length === 0) return;
      const waveform = waveformOf(plan);
      if (waveform !== undefined) await parameters.set('default_waveform', String(waveform));
      const full = plan.some(({ strength }) => strength === 'full');
      // After so many screens of changes the driver refreshes by itself: one, for the frame that comes now.
      if (full) await parameters.set('refresh_threshold', '1');
      await parameters.set('auto_refresh', full ? 'Y' : 'N');
    },
    refresh: async () => 0,
    close: parameters.restore,
  };
}

/** Bits of a hint: depth at 4 (0 two greys, 1 four, 2 sixteen), dithering at 6, a second pass at 7. */
const hint = (depth: 0 | 1 | 2, dither: boolean, redraw: boolean) =>
  String((depth << 4) | (dither ? 1 << 6 : 0) | (redraw ? 1 << 7 : 0));

async function driveHints(parameters: Parameters): Promise<PanelBackend> {
  await parameters.set('dithering_method', '2');
  return {
    info: { ...info, cleansNever: true },
    async prepare(plan) {
      const strongest = strongestOf(plan);
      if (strongest) await parameters.set('default_hint', hintOf(strongest, plan));
    },
    refresh: async () => 0,
    close: parameters.restore,
  };
}

function hintOf({ strength }: Refresh, plan: readonly Refresh[]): string {
  if (strength === 'a2' || strength === 'fast') return hint(0, false, false);
  if (plan.some(({ dither }) => dither)) return hint(2, true, true);
  return strength === 'ui' ? hint(0, false, true) : hint(1, false, true);
}

interface Parameters {
  /** Writes what has changed; a parameter that this driver does not have is left alone. */
  set(name: string, value: string): Promise<void>;
  /** As they were found. */
  restore(): Promise<void>;
}

function openParameters(folder: string): Parameters {
  const found = new Map<string, string>();
  const known = new Map<string, string | undefined>();
  const set = async (name: string, value: string) => {
    if (!known.has(name)) {
      const text = await readIfThere(join(folder, name));
      known.set(name, text);
      if (text !== undefined) found.set(name, text);
    }
    const now = known.get(name);
    if (now === undefined || now === value) return;
    await writeFile(join(folder, name), value);
    known.set(name, value);
  };
  return {
    set,
    async restore() {
      for (const [name, value] of found) await set(name, value);
    },
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function isWritable(file: string): Promise<boolean> {
  try {
    await access(file, constants.W_OK);
    return true;
  } catch (error) {
    if (isMissing(error) || ['EACCES', 'EROFS', 'EPERM'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}
