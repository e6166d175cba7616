// How the panel is refreshed on this device.

import { setting } from './settings.ts';

export interface ScreenSettings {
  /** Page turns between full refreshes; 0 never, −1 at each chapter. */
  refreshEvery: number;
  avoidFlashing: boolean;
}

export const screenSettings = setting<ScreenSettings>('screen', { refreshEvery: 6, avoidFlashing: false });
