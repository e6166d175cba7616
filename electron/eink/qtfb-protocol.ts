// The messages of qtfb, the framebuffer that programs on reMarkable tablets draw into: 24 bytes each, little-endian, a
// type and what belongs to it. Pure.

import type { Refresh } from '../../api/panel.ts';

export const messageLength = 24;
const types = { initialize: 0, update: 1, setRefreshMode: 5, requestFullRefresh: 6 } as const;
/** 0 is faster still and leaves too much behind; 2 is for animation, 5 for sleep. */
export const refreshModes = { fast: 1, content: 3, ui: 4 } as const;
export type RefreshMode = (typeof refreshModes)[keyof typeof refreshModes];
/** Of every framebuffer until a client sets another. Which one is set cannot be asked. */
export const firstMode: RefreshMode = refreshModes.ui;

export function initialize(framebuffer: number, format: number): Buffer {
  const message = messageOf(types.initialize);
  message.writeInt32LE(framebuffer, 4);
  message.writeUInt8(format, 8);
  return message;
}

/** Draws a region again, in the mode that was set. */
export function update({ x, y, width, height }: Refresh): Buffer {
  const message = messageOf(types.update);
  const parts = 1;
  for (const [index, value] of [parts, x, y, width, height].entries()) {
    message.writeInt32LE(Math.round(value), 4 + 4 * index);
  }
  return message;
}

export function setRefreshMode(mode: RefreshMode): Buffer {
  const message = messageOf(types.setRefreshMode);
  message.writeInt32LE(mode, 4);
  return message;
}

export const requestFullRefresh = () => messageOf(types.requestFullRefresh);

export function modeOf({ strength, dither }: Refresh): RefreshMode {
  if (strength === 'a2' || strength === 'fast') return refreshModes.fast;
  return strength === 'ui' && !dither ? refreshModes.ui : refreshModes.content;
}

const formats: Readonly<Record<string, readonly [format: number, tablet: RegExp][]>> = {
  RGB888: [
    [1, /ferrari/i],
    [4, /chiappa/i],
    [7, /tatsu/i],
  ],
  RGBA8888: [
    [2, /ferrari/i],
    [5, /chiappa/i],
    [8, /tatsu/i],
  ],
  RGB565: [
    [3, /ferrari/i],
    [6, /chiappa/i],
    [9, /tatsu/i],
  ],
};

/**
 * The form of pixels in the framebuffer: only who names the same one is let in beside the program that draws. `mode`: as
 * in QTFB_SHIM_MODE, an N_ before it for the tablet's own size. `machine`: the tablet's name for itself.
 */
export function framebufferFormat(mode: string | undefined, machine: string): number {
  const own = mode?.startsWith('N_') ? formats[mode.slice(2)] : undefined;
  const [format] = own?.find(([, tablet]) => tablet.test(machine)) ?? [];
  if (format !== undefined) return format;
  return formats[mode ?? '']?.[0]?.[0] ?? 0;
}

/** Pixels per inch, and greys, by the tablet's name for itself. */
export function tabletFacts(machine: string): { dpi: number; greys: number } {
  if (/ferrari/i.test(machine)) return { dpi: 229, greys: 16 };
  if (/chiappa/i.test(machine)) return { dpi: 264, greys: 16 };
  return { dpi: 226, greys: 16 };
}

function messageOf(type: number): Buffer {
  const message = Buffer.alloc(messageLength);
  message.writeUInt8(type, 0);
  return message;
}
