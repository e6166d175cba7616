// Fingers on a picture: a tap, a drag, two fingers that pinch. Nothing moves along with them; where they end is what
// counts, for one paint.

export interface GestureListener {
  tap(at: { x: number; y: number }): void;
  drag(across: number, down: number): void;
  pinch(ratio: number, at: { x: number; y: number }): void;
}

interface Finger {
  fromX: number;
  fromY: number;
  x: number;
  y: number;
}

/** Travel in CSS pixels that makes a drag of a tap. */
const dragTravel = 12;
/** Milliseconds in which the events of a turning wheel count once. */
const wheelPause = 250;

/** Returns what stops it. */
export function listenForGestures(pane: HTMLElement, listener: GestureListener): () => void {
  const fingers = new Map<number, Finger>();
  let pinched = false;
  let lastWheel = Number.NEGATIVE_INFINITY;
  const at = (event: MouseEvent) => {
    const { left, top } = pane.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const down = (event: PointerEvent) => {
    const { x, y } = at(event);
    if (fingers.size === 0) pinched = false;
    fingers.set(event.pointerId, { fromX: x, fromY: y, x, y });
  };
  const move = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (finger) Object.assign(finger, at(event));
  };
  const up = (event: PointerEvent) => {
    move(event);
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    if (fingers.size === 2 && !pinched) {
      pinched = true;
      const [a, b] = [...fingers.values()] as [Finger, Finger];
      const before = Math.hypot(a.fromX - b.fromX, a.fromY - b.fromY);
      const after = Math.hypot(a.x - b.x, a.y - b.y);
      if (before > 0) listener.pinch(after / before, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    }
    fingers.delete(event.pointerId);
    // The finger that is lifted last after a pinch means nothing more.
    if (pinched) return;
    const across = finger.x - finger.fromX;
    const along = finger.y - finger.fromY;
    if (Math.max(Math.abs(across), Math.abs(along)) < dragTravel) listener.tap({ x: finger.x, y: finger.y });
    else listener.drag(across, along);
  };
  const gone = (event: PointerEvent) => fingers.delete(event.pointerId);
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.timeStamp - lastWheel < wheelPause || event.deltaY === 0) return;
    lastWheel = event.timeStamp;
    listener.pinch(event.deltaY < 0 ? 1.6 : 1 / 1.6, at(event));
  };
  const stop = new AbortController();
  const { signal } = stop;
  pane.addEventListener('pointerdown', down, { signal });
  pane.addEventListener('pointermove', move, { signal });
  pane.addEventListener('pointerup', up, { signal });
  pane.addEventListener('pointercancel', gone, { signal });
  pane.addEventListener('wheel', wheel, { signal, passive: false });
  return () => stop.abort();
}
