// Pictures as the panel can show them: prepared once in its greys and at its size, kept, and given out as long as the
// panel is one of few greys. What cannot be prepared is shown as it is.

import type { PanelInfo } from '../../api/panel.ts';
import type { Database } from '../db/database.ts';
import { findPanelPicture, keepPanelPicture } from '../db/reading/panel-pictures.ts';
import { prepareDrawing, preparePicture } from '../screen/dither/prepare-picture.ts';

/** CSS pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

export interface PanelPictures {
  /** The same image where the panel needs no other. `name` is the picture's own, which another picture never has. */
  prepare(name: string, image: Blob, size: PictureSize, fit: 'cover' | 'fill'): Promise<Blob>;
  /** A page's pixels, which are handed over; they are not kept. `undefined` where the panel needs no other. */
  draw(drawing: ImageData): Promise<ImageData | undefined> | undefined;
}

/** Panels with more greys than that show pictures by themselves. */
const fewGreys = 16;
/** Smaller ones are ornaments: lines and dots, which dithering only makes worse. Device pixels. */
const leastSide = 24;

/** Names all drawings among what failed: each is another one. */
const drawings = 'drawings';
/** Names keeping pictures: what is wrong with one, a full disk, is wrong with all. */
const keeping = 'keeping';

export function createPanelPictures(
  database: Database,
  panel: () => Pick<PanelInfo, 'greys'>,
  report: (error: unknown) => void,
): PanelPictures {
  // Told once, and not tried again as long as the account is open.
  const failed = new Set<string>();
  /** Where there is no room for it, it is prepared again each time. */
  const keep = async (key: string, prepared: Blob) => {
    try {
      await keepPanelPicture(database, key, prepared);
    } catch (error) {
      if (!failed.has(keeping)) report(error);
      failed.add(keeping);
    }
  };
  return {
    async prepare(name, image, size, fit) {
      const { greys } = panel();
      const width = Math.round(size.width * window.devicePixelRatio);
      const height = Math.round(size.height * window.devicePixelRatio);
      if (greys > fewGreys || width < leastSide || height < leastSide) return image;
      const key = `${name} ${width}×${height} ${greys} ${fit}`;
      if (failed.has(key)) return image;
      try {
        const kept = await findPanelPicture(database, key);
        if (kept) return kept;
        const prepared = await preparePicture({ image, width, height, greys, fit });
        await keep(key, prepared);
        return prepared;
      } catch (error) {
        failed.add(key);
        report(error);
        return image;
      }
    },
    draw(drawing) {
      const { greys } = panel();
      if (greys > fewGreys || failed.has(drawings)) return undefined;
      return prepareDrawing(drawing, greys).catch((error: unknown) => {
        failed.add(drawings);
        report(error);
        return undefined;
      });
    },
  };
}

/** Two pictures with the same bytes are the same picture. */
export async function nameByContent(image: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await image.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
