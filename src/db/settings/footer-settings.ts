// What the line below the text shows, on this device.

import { setting } from './settings.ts';

/** In the order in which they stand. */
export const footerItems = [
  'chapter',
  'chapterPage',
  'bookPage',
  'printPage',
  'percent',
  'chapterTime',
  'bookTime',
  'clock',
  'battery',
] as const;

export type FooterItem = (typeof footerItems)[number];

export interface FooterSettings {
  items: readonly FooterItem[];
}

export const footerSettings = setting<FooterSettings>('footer', {
  items: ['chapter', 'bookPage', 'percent', 'clock'],
});
