// Makes a picture of a book into one for a panel: fitted into it, never enlarged, in its greys. Of moving pictures the
// first frame. Runs in a parse worker.

import { AppError } from '../../../../api/errors.ts';
import { binaryType } from '../prepare/part-type.ts';
import { dither } from './dither.ts';
import { panelLimits as limits, type PanelSize } from './panel-size.ts';
import { writePng } from './write-png.ts';

export interface PanelTask {
  bytes: Uint8Array;
  panel: PanelSize;
}

export interface MadePicture {
  /** PNG. */
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** `unsupported_format` for what is no picture, `unsafe_book` for one that is too large. */
export async function drawForPanel({ bytes, panel }: PanelTask): Promise<MadePicture> {
  // The library reads more formats than these, and some of them read other files.
  if (binaryType(bytes, '')?.kind !== 'picture') throw new AppError('unsupported_format');
  const { data, width, height } = await readGreys(bytes, panel);
  const pixels = panel.greys === 256 ? data : dither(data, width, height, panel.greys);
  return { bytes: writePng(pixels, width, height, panel.greys), width, height };
}

async function readGreys(bytes: Uint8Array, { width, height }: PanelSize) {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const picture = sharp(bytes, { pages: 1, limitInputPixels: false, failOn: 'error' });
  try {
    const facts = await picture.metadata();
    if (facts.width * facts.height > limits.pixels) {
      throw new AppError('unsafe_book', 'The picture has too many pixels.', {
        width: facts.width,
        height: facts.height,
      });
    }
    const { data, info } = await picture
      .timeout({ seconds: limits.seconds })
      .rotate()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data: firstChannel(data, info.channels), width: info.width, height: info.height };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('bad_book', 'The picture is damaged.', undefined, { cause });
  }
}

function firstChannel(data: Buffer, channels: number): Uint8Array {
  if (channels === 1) return data;
  return Uint8Array.from({ length: data.length / channels }, (_, n) => data[n * channels] as number);
}
