// Tells a second tap at the same place from one that stands for itself, in a frame's document as on drawn pages.

/** Two taps so near to each other, in milliseconds and CSS pixels, are a double one. */
const doubleTime = 320;
const doubleDistance = 28;

type Tap = Pick<MouseEvent, 'clientX' | 'clientY' | 'timeStamp'>;

/** Answers whether a tap is the second of two; a third one is the first again. */
export function countTaps(): (tap: Tap) => boolean {
  let last: Tap | undefined;
  return (tap) => {
    const again =
      last !== undefined &&
      tap.timeStamp - last.timeStamp < doubleTime &&
      Math.hypot(tap.clientX - last.clientX, tap.clientY - last.clientY) < doubleDistance;
    last = again ? undefined : tap;
    return again;
  };
}
