// One subject of the settings as the reader asked for it last: a change holds at once and is written behind. What the disk
// refuses is taken back, and whoever asked for it is told.

import type { Database } from '../db/database.ts';
import { changeSetting, readSetting, type Setting } from '../db/settings/settings.ts';

/** Some fields; or a function of what holds before, which is called more than once. */
export type Change<T> = Partial<T> | ((before: T) => Partial<T>);

export interface KeptSetting<T> {
  /** With the changes that are still being written. */
  value(): T;
  /** Resolves when it is written; rejects when it cannot be, and what holds then is as if it had never been asked for. */
  change(change: Change<T>): Promise<void>;
  /** It has been written from elsewhere. */
  reread(): Promise<void>;
}

/** `stored`: as it was read. `onChange`: called with every other value. */
export function keepSetting<T extends object>(
  database: Database,
  setting: Setting<T>,
  stored: T,
  onChange: (value: T) => void = () => undefined,
): KeptSetting<T> {
  let written = stored;
  let shown = stored;
  /** Still being written, the first one first: they are written one after the other. */
  const asked: Change<T>[] = [];
  const show = () => {
    const next = asked.reduce<T>(changed, written);
    if (same(shown, next)) return;
    shown = next;
    onChange(next);
  };
  return {
    value: () => shown,
    async change(change) {
      asked.push(change);
      show();
      try {
        written = await changeSetting(database, setting, change);
      } finally {
        asked.splice(asked.indexOf(change), 1);
        show();
      }
    },
    async reread() {
      written = await readSetting(database, setting);
      show();
    },
  };
}

function changed<T extends object>(before: T, change: Change<T>): T {
  return { ...before, ...(typeof change === 'function' ? change(before) : change) };
}

function same<T extends object>(a: T, b: T): boolean {
  return (Object.keys(b) as (keyof T)[]).every((key) => a[key] === b[key]);
}
