// How the panel is refreshed on this device.

import { setting } from './settings.ts';

export interface ScreenSettings {
  /** Page turns between full refreshes; 0 never, −1 at each chapter. */
  refreshEvery: number;
  avoidFlashing: boolean;
  /** What is shown while the device sleeps; a cover where no passage of the book is marked. */
  sleepPage: 'cover' | 'passage';
  /** For developers: the window is shown as a panel would show it. */
  showPanel: boolean;
  /** For developers: what was planned lately is written over the page. */
  showLog: boolean;
}

export const screenSettings = setting<ScreenSettings>('screen', {
  refreshEvery: 6,
  avoidFlashing: false,
  sleepPage: 'cover',
  showPanel: false,
  showLog: false,
});
