// What a panel backend is: one file per kind of panel implements it, `panel.ts` chooses, `steady-backend.ts` bears its
// failures.

import type { PanelInfo, PanelName, PanelOptions, Refresh } from '../../api/panel.ts';
import type { DevicePlaces } from '../device/places.ts';
import type { Log } from '../disk/log.ts';
import type { GreyPicture } from './grey-picture.ts';

export interface PanelBackend {
  readonly info: PanelInfo;
  /** Chooses how the pixels of a frame will be driven, before it is painted. */
  prepare?(plan: readonly Refresh[]): Promise<void>;
  /** Carries out the refreshes in order; resolves with the milliseconds that the panel is busy with them. */
  refresh(plan: readonly Refresh[]): Promise<number>;
  /** What the controller is to show while the device sleeps. */
  setSleepPicture?(picture: GreyPicture): Promise<void>;
  /** Leaves the panel as it was found. */
  close(): Promise<void>;
}

export interface BackendParts {
  places: DevicePlaces;
  options: PanelOptions;
  /** For files that another program is to read. */
  folder: string;
  log: Log;
}

export interface BackendKind {
  name: PanelName;
  /** Whether this machine has such a panel. */
  probe(parts: BackendParts): Promise<boolean>;
  open(parts: BackendParts): Promise<PanelBackend>;
}

/**
 * A compositor puts a painted frame on the panel's own buffer a little later than the page has painted it. A refresh of
 * what is there must come after that. Milliseconds: three frames at 60 Hz, and one to spare.
 */
export const compositorDelay = 66;

export function strongestOf(plan: readonly Refresh[]): Refresh | undefined {
  return plan.reduce<Refresh | undefined>(
    (best, one) => (best && strengths.indexOf(best.strength) >= strengths.indexOf(one.strength) ? best : one),
    undefined,
  );
}

/** One refresh of all their regions, as strong as the strongest; none of none. */
export function together(plan: readonly Refresh[]): Refresh[] {
  const strongest = strongestOf(plan);
  if (!strongest) return [];
  const x = Math.min(...plan.map((one) => one.x));
  const y = Math.min(...plan.map((one) => one.y));
  const width = Math.max(...plan.map((one) => one.x + one.width)) - x;
  const height = Math.max(...plan.map((one) => one.y + one.height)) - y;
  return [{ strength: strongest.strength, x, y, width, height, dither: plan.some(({ dither }) => dither) }];
}

const strengths: readonly Refresh['strength'][] = ['a2', 'fast', 'ui', 'partial', 'flashui', 'flashpartial', 'full'];
