// Settings of this account on this device, one row per subject.

import type { Database } from '../database.ts';
import type { TableSchema } from '../schema.ts';

export const settingsSchema: TableSchema = { name: 'settings', stores: { 1: 'name' } };

export interface SettingRow {
  name: string;
  value: unknown;
}

/** A subject of the settings: its stored name and what holds before anything was chosen. */
export interface Setting<T extends object> {
  name: string;
  initial: T;
}

export function setting<T extends object>(name: string, initial: T): Setting<T> {
  return { name, initial };
}

/** The stored value over the initial one, so that a field added later has its initial value. */
export async function readSetting<T extends object>(database: Database, { name, initial }: Setting<T>): Promise<T> {
  const row = await database.settings.get(name);
  return { ...initial, ...(row?.value as Partial<T> | undefined) };
}

/** Changes some fields and keeps the others. What depends on the value before is given as a function of it. */
export async function changeSetting<T extends object>(
  database: Database,
  { name, initial }: Setting<T>,
  change: Partial<T> | ((before: T) => Partial<T>),
): Promise<T> {
  return database.transaction('rw', database.settings, async () => {
    const row = await database.settings.get(name);
    const before = { ...initial, ...(row?.value as Partial<T> | undefined) };
    const value = { ...before, ...(typeof change === 'function' ? change(before) : change) };
    await database.settings.put({ name, value });
    return value;
  });
}
