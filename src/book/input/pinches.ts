// Two fingers that pinch, in a frame's document as on drawn pages and pictures. Nothing moves along with them; where they end is what
// counts, for one paint.

export interface PinchListener {
  /** How much farther apart the fingers ended than they began, and the middle between them: CSS pixels of the window. */
  pinched(ratio: number, x: number, y: number): void;
}

interface Finger {
  fromX: number;
  fromY: number;
  x: number;
  y: number;
}

/** Fingers nearer to each other than so many CSS pixels are one that rests with its side. */
const leastApart = 30;

/** `holding`: whether the first finger holds something; another one beside it then means nothing. `signal` ends it. */
export function listenForPinches(
  root: GlobalEventHandlers,
  listener: PinchListener,
  holding: () => boolean,
  signal?: AbortSignal,
): void {
  const until = signal ? { signal } : {};
  const fingers = new Map<number, Finger>();
  root.addEventListener(
    'pointerdown',
    (event) => {
      // The first of them; one that was never seen to be lifted is not there any more.
      if (event.isPrimary) fingers.clear();
      if (event.pointerType === 'mouse' || holding()) return;
      const { clientX: x, clientY: y } = event;
      fingers.set(event.pointerId, { fromX: x, fromY: y, x, y });
    },
    until,
  );
  const follow = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (finger) Object.assign(finger, { x: event.clientX, y: event.clientY });
  };
  root.addEventListener('pointermove', follow, until);
  root.addEventListener(
    'pointerup',
    (event) => {
      follow(event);
      const [one, other, ...more] = fingers.values();
      const known = fingers.delete(event.pointerId);
      if (!known || !one || !other || more.length > 0) return;
      // The one that is lifted last means nothing more.
      fingers.clear();
      const before = Math.hypot(one.fromX - other.fromX, one.fromY - other.fromY);
      const after = Math.hypot(one.x - other.x, one.y - other.y);
      if (before < leastApart || after < leastApart) return;
      listener.pinched(after / before, (one.x + other.x) / 2, (one.y + other.y) / 2);
    },
    until,
  );
  root.addEventListener('pointercancel', () => fingers.clear(), until);
}
