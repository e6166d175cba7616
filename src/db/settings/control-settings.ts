// What buttons, taps and swipes do on this device.

import { setting } from './settings.ts';

/** What a tap does on the left, in the middle and on the right of a page that is read from left to right. */
export type TapLayout = 'sides' | 'mirrored' | 'onward';

export interface ControlSettings {
  /** A button of this device → the key that it stands for (values of `KeyboardEvent.key`). */
  keys: Readonly<Record<string, string>>;
  volumeKeys: boolean;
  taps: TapLayout;
  swipes: boolean;
}

export const controlSettings = setting<ControlSettings>('controls', {
  keys: {},
  volumeKeys: true,
  taps: 'sides',
  swipes: true,
});
