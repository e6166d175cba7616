// The panel in use: the one that the reader chose, else the first that probing finds. Passes planned refreshes on.

import { AppError } from '../../api/errors.ts';
import type { PanelInfo, Refresh } from '../../api/ipc.ts';
import type { Emit } from '../client-parts.ts';
import type { Log } from '../log.ts';
import type { SettingsFile } from '../settings.ts';
import type { BackendKind, PanelBackend } from './backend.ts';
import { none } from './none.ts';
import { simulated } from './simulated.ts';

/** In the order of probing; `none` takes whatever is left. */
const kinds: readonly BackendKind[] = [simulated, none];

export interface Panel {
  info(): PanelInfo;
  setBackend(name: PanelInfo['backend']): Promise<PanelInfo>;
  refresh(plan: Refresh[]): Promise<void>;
}

export async function openPanel(settings: SettingsFile, emit: Emit, log: Log): Promise<Panel> {
  let backend = (findKind(settings.values.panel) ?? (await probeKind(log))).open();
  // Plans reach the panel in the order in which they were made.
  let last: Promise<void> = Promise.resolve();

  async function carryOut(used: PanelBackend, plan: Refresh[]): Promise<void> {
    const milliseconds = await used.refresh(plan);
    if (used.info.backend === 'simulated') emit('panel.shown', { plan, milliseconds });
  }

  return {
    info: () => backend.info,
    async setBackend(name) {
      const kind = findKind(name);
      if (!kind) throw new AppError('bad_argument', `There is no panel named ${name}.`);
      await settings.change({ panel: name });
      backend = kind.open();
      return backend.info;
    },
    refresh(plan) {
      const done = last.then(() => carryOut(backend, plan));
      // A refresh that failed is told to its caller; the next one is carried out all the same.
      last = done.catch(() => undefined);
      return done;
    },
  };
}

const findKind = (name: PanelInfo['backend'] | undefined) => kinds.find((kind) => kind.name === name);

async function probeKind(log: Log): Promise<BackendKind> {
  for (const kind of kinds) {
    try {
      if (await kind.probe()) return kind;
    } catch (error) {
      log.warn(`The panel ${kind.name} could not be probed`, { cause: error });
    }
  }
  return none;
}
