// A machine with nothing in it: every place of its devices is in a folder of the test's own.

import { join } from 'node:path';
import type { DevicePlaces } from '../../electron/device/places.ts';

export function devicePlacesIn(folder: string, change: Partial<DevicePlaces> = {}): DevicePlaces {
  return {
    driverParameters: join(folder, 'parameters'),
    connectors: join(folder, 'drm'),
    lights: join(folder, 'backlight'),
    qtfbSocket: join(folder, 'qtfb.sock'),
    machineFile: join(folder, 'machine'),
    inhibitProgram: join(folder, 'no-inhibit'),
    ...change,
  };
}
