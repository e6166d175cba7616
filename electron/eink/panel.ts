// The panel in use: the one that the reader chose, else the first that probing finds. Passes plans on, in the order in
// which they were made, and again what a lost one missed.

import { AppError } from '../../api/errors.ts';
import type { FoundPanel, PanelInfo, PanelName, PanelOptions, Refresh } from '../../api/panel.ts';
import type { DevicePlaces } from '../device/places.ts';
import type { Log } from '../disk/log.ts';
import type { SettingsFile } from '../disk/settings.ts';
import type { BackendKind, BackendParts } from './backend.ts';
import { command } from './command.ts';
import { splitCommand } from './command-line.ts';
import type { GreyPicture } from './grey-picture.ts';
import { none } from './none.ts';
import { pinenoteDbus } from './pinenote-dbus.ts';
import { pinenoteHints } from './pinenote-hints.ts';
import { createPlanQueue } from './plan-queue.ts';
import { qtfb } from './qtfb.ts';
import { simulated } from './simulated.ts';
import { openSteadyBackend, type SteadyBackend } from './steady-backend.ts';
import { sysfs } from './sysfs.ts';

/** In the order of probing; `none` takes whatever is left. */
const kinds: readonly BackendKind[] = [pinenoteHints, pinenoteDbus, sysfs, qtfb, command, simulated, none];

/** The picture lies on its side on the only panel for which this is asked. */
const initialOptions: PanelOptions = { partialCommand: '', fullCommand: '', rotation: 90, performance: false };
const unknownPanel: PanelInfo = { backend: 'none', greys: 16, dpi: 226, wants: 'before' };

export interface Panel {
  info(): PanelInfo;
  /** Probes again. */
  list(): Promise<FoundPanel[]>;
  setBackend(name: PanelName | 'auto'): Promise<PanelInfo>;
  options(): PanelOptions;
  /** Throws `bad_argument` for a command that cannot be read. */
  setOptions(change: Partial<PanelOptions>): Promise<PanelInfo>;
  prepare(plan: readonly Refresh[]): Promise<void>;
  refresh(plan: Refresh[]): Promise<void>;
  setSleepPicture(picture: GreyPicture): Promise<void>;
  close(): Promise<void>;
}

export interface PanelParts {
  settings: SettingsFile;
  places: DevicePlaces;
  /** For files that another program is to read. */
  folder: string;
  log: Log;
}

export async function openPanel({ settings, places, folder, log }: PanelParts): Promise<Panel> {
  const options = (): PanelOptions => settings.values.panelOptions ?? initialOptions;
  const backendParts = (): BackendParts => ({ places, options: options(), folder, log });
  const open = async (): Promise<SteadyBackend> => {
    const kind = findKind(settings.values.panel) ?? (await probeKinds(backendParts())).values().next().value ?? none;
    return openSteadyBackend(kind, backendParts(), { ...unknownPanel, backend: kind.name });
  };
  let backend = await open();
  let catchingUp: NodeJS.Timeout | undefined;
  /** A panel that missed something is tried again by itself: the reader may go on looking at what it should show. */
  const catchUpLater = () => {
    clearTimeout(catchingUp);
    const wait = backend.missedUntil();
    if (wait === undefined) return;
    const catchUp = async () => {
      await backend.catchUp();
      catchUpLater();
    };
    catchingUp = setTimeout(() => void inOrder(catchUp), wait).unref();
  };
  const { add, inOrder } = createPlanQueue(async (stage, plan) => {
    if (stage === 'prepare') return backend.prepare(plan);
    await backend.refresh(plan);
    catchUpLater();
  });
  const reopen = async (): Promise<PanelInfo> => {
    await inOrder(async () => {
      await backend.close();
      backend = await open();
    });
    return backend.info;
  };

  return {
    info: () => backend.info,
    async list() {
      const found = await probeKinds(backendParts());
      return kinds.map((kind) => {
        const inUse = kind.name === backend.info.backend;
        return { backend: kind.name, found: found.has(kind), inUse, lost: inUse && backend.lost };
      });
    },
    async setBackend(name) {
      if (name === 'auto') await settings.forget('panel');
      else await settings.change({ panel: name });
      return reopen();
    },
    options,
    async setOptions(change) {
      for (const line of [change.partialCommand, change.fullCommand]) splitCommand(line ?? '');
      await settings.change({ panelOptions: { ...options(), ...change } });
      return reopen();
    },
    prepare: (plan) => add('prepare', plan),
    refresh: (plan) => add('refresh', plan),
    setSleepPicture: (picture) => inOrder(() => backend.setSleepPicture(picture)),
    close: () =>
      inOrder(async () => {
        clearTimeout(catchingUp);
        await backend.close();
      }),
  };
}

function findKind(name: PanelName | undefined): BackendKind | undefined {
  if (name === undefined) return undefined;
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new AppError('bad_argument', `There is no panel named ${name}.`);
  return kind;
}

/** Those that are there, in the order of preference. */
async function probeKinds(parts: BackendParts): Promise<Set<BackendKind>> {
  const found = await Promise.all(
    kinds.map(async (kind) => {
      try {
        return await kind.probe(parts);
      } catch (error) {
        parts.log.warn(`The panel ${kind.name} could not be probed`, { cause: error });
        return false;
      }
    }),
  );
  return new Set(kinds.filter((_, index) => found[index]));
}
