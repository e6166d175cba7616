// The size and the greys of a panel as an address names them: `1404x1872x16`.

import { AppError } from '../../../../api/errors.ts';

export interface PanelSize {
  width: number;
  height: number;
  /** 256: as many as there are, without dithering. */
  greys: number;
}

export const panelLimits = {
  smallest: 16,
  /** Of each side; the largest panels made have 3,200. */
  largest: 4096,
  greys: [2, 4, 8, 16, 256] as readonly number[],
  /** Of the picture in the book. */
  pixels: 100_000_000,
  bytes: 64 * 1024 * 1024,
  seconds: 20,
} as const;

export function readPanelSize(text: string): PanelSize {
  const [, width = 0, height = 0, greys = 0] = /^(\d{1,5})x(\d{1,5})x(\d{1,3})$/.exec(text)?.map(Number) ?? [];
  const { smallest, largest } = panelLimits;
  const isSide = (side: number) => side >= smallest && side <= largest;
  if (isSide(width) && isSide(height) && panelLimits.greys.includes(greys)) return { width, height, greys };
  throw new AppError('bad_argument', 'A panel is written as width x height x greys, such as 1404x1872x16.', {
    panel: 'not a size of a panel',
    sides: [smallest, largest],
    greys: panelLimits.greys,
  });
}
