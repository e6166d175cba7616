// A picture in the panel's greys over the one in all colours, in the same frame: shown at the one scale that it was made
// for, and hidden at any other, in the commit that changes the scale.

import { orPatience, pictureGreys } from './panel-greys.ts';

export interface GreyOverlay {
  /** Resolves when the greys for this scale are there, or after a while without them. */
  prepare(scale: number): Promise<void>;
  /** Whether what is shown now has one pixel of its own for each of the panel's. */
  showAt(scale: number): boolean;
}

export function overlayGreys(picture: HTMLImageElement): GreyOverlay {
  let overlay: HTMLImageElement | undefined;
  let madeFor: number | undefined;
  const make = async (scale: number, late: () => boolean) => {
    const { width, height } = picture.getBoundingClientRect();
    const pixels = scale * window.devicePixelRatio;
    // A whole number of the panel's pixels, or every one of them would be a mixture of two.
    const whole = { width: Math.round(width * pixels) / pixels, height: Math.round(height * pixels) / pixels };
    const greys = await pictureGreys(picture, { width: whole.width * scale, height: whole.height * scale });
    if (!greys || late()) return;
    const url = URL.createObjectURL(greys);
    const made = picture.ownerDocument.createElement('img');
    made.alt = '';
    made.decoding = 'sync';
    made.style.cssText = `position:absolute;left:0;top:0;width:${whole.width}px!important;height:${whole.height}px!important;image-rendering:pixelated;visibility:hidden`;
    for (const end of ['load', 'error']) made.addEventListener(end, () => URL.revokeObjectURL(url), { once: true });
    made.src = url;
    await made.decode();
    if (late() || !picture.isConnected) return;
    overlay?.remove();
    picture.after(made);
    overlay = made;
    madeFor = scale;
  };
  return {
    async prepare(scale) {
      let late = false;
      // What cannot be made is shown as it is.
      await orPatience(make(scale, () => late).catch(() => undefined));
      late = true;
    },
    showAt(scale) {
      const shown = overlay !== undefined && scale === madeFor;
      if (overlay) overlay.style.visibility = shown ? 'visible' : 'hidden';
      return shown;
    },
  };
}
