// Where a region of the picture lies on a panel that the picture is turned on. Pure.

import type { PanelOptions } from '../../api/panel.ts';

/** Left, top, right and bottom; right and bottom are outside. */
export type Area = [number, number, number, number];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** `rotation`: how far the picture is turned, clockwise. `panel`: its own size. Cut to the panel. */
export function turnRegion(
  { x, y, width, height }: Box,
  rotation: PanelOptions['rotation'],
  panel: { width: number; height: number },
): Area {
  const right = x + width;
  const bottom = y + height;
  const turned: Record<PanelOptions['rotation'], Area> = {
    0: [x, y, right, bottom],
    90: [panel.width - bottom, x, panel.width - y, right],
    180: [panel.width - right, panel.height - bottom, panel.width - x, panel.height - y],
    270: [y, panel.height - right, bottom, panel.height - x],
  };
  const [left, top, toRight, toBottom] = turned[rotation];
  const within = (value: number, most: number) => Math.round(Math.max(0, Math.min(value, most)));
  return [
    within(left, panel.width),
    within(top, panel.height),
    within(toRight, panel.width),
    within(toBottom, panel.height),
  ];
}

export function boundsOf(areas: readonly Area[]): Area {
  return [
    Math.min(...areas.map(([left]) => left)),
    Math.min(...areas.map(([, top]) => top)),
    Math.max(...areas.map(([, , right]) => right)),
    Math.max(...areas.map(([, , , bottom]) => bottom)),
  ];
}
