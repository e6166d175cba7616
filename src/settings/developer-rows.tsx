// The rows for developers: the window as a panel would show it, and what was planned for it.

import type { ScreenSettings } from '../db/settings/screen-settings.ts';
import type { Strings } from '../strings/english.ts';
import { onOff, type SettingsRow } from './rows.tsx';

export function developerRows(
  { device, settings }: Strings,
  value: ScreenSettings,
  change: (change: Partial<ScreenSettings>) => void,
): SettingsRow[] {
  const flag = (name: string, field: 'showPanel' | 'showLog'): SettingsRow => ({
    name,
    control: onOff(settings, name, value[field], (next) => change({ [field]: next })),
  });
  return [flag(device.showPanel, 'showPanel'), flag(device.showLog, 'showLog')];
}
