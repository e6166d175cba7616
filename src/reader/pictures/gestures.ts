// Fingers on a picture: a tap, a drag, two fingers that pinch. Nothing moves along with them; where they end is what
// counts, for one paint.

import { listenForPinches } from '../../book/input/pinches.ts';

export interface GestureListener {
  tap(at: { x: number; y: number }): void;
  drag(across: number, down: number): void;
  pinch(ratio: number, at: { x: number; y: number }): void;
}

/** Travel in CSS pixels that makes a drag of a tap. */
const dragTravel = 12;
/** Milliseconds in which the events of a turning wheel count once. */
const wheelPause = 250;

/** Returns what stops it. */
export function listenForGestures(pane: HTMLElement, listener: GestureListener): () => void {
  let start: { x: number; y: number } | undefined;
  let lastWheel = Number.NEGATIVE_INFINITY;
  const at = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>) => {
    const { left, top } = pane.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const down = (event: PointerEvent) => {
    // With another finger beside it, it is no tap and no drag.
    start = event.isPrimary ? at(event) : undefined;
  };
  const up = (event: PointerEvent) => {
    if (!start || !event.isPrimary) return;
    const end = at(event);
    const across = end.x - start.x;
    const along = end.y - start.y;
    start = undefined;
    if (Math.max(Math.abs(across), Math.abs(along)) < dragTravel) listener.tap(end);
    else listener.drag(across, along);
  };
  const gone = () => {
    start = undefined;
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.timeStamp - lastWheel < wheelPause || event.deltaY === 0) return;
    lastWheel = event.timeStamp;
    listener.pinch(event.deltaY < 0 ? 1.6 : 1 / 1.6, at(event));
  };
  const stop = new AbortController();
  const { signal } = stop;
  pane.addEventListener('pointerdown', down, { signal });
  pane.addEventListener('pointerup', up, { signal });
  pane.addEventListener('pointercancel', gone, { signal });
  pane.addEventListener('wheel', wheel, { signal, passive: false });
  const pinched = (ratio: number, clientX: number, clientY: number) => listener.pinch(ratio, at({ clientX, clientY }));
  listenForPinches(pane, { pinched }, () => false, signal);
  return () => stop.abort();
}
