// How pictures are shown by themselves.

import { setting } from './settings.ts';

export interface PictureSettings {
  invertAtNight: boolean;
}

export const pictureSettings = setting<PictureSettings>('pictures', { invertAtNight: false });
