// Whether the reader is in the middle of something: keys, fingers, and menus that are open. Listens to the window; what
// happens in frames has to be told.

/** One that rests longer without a sign was lifted where nobody saw it: in a frame that has gone. Milliseconds. */
const longestRest = 5000;

export interface Interaction {
  /** It lasts. */
  busy(): boolean;
  /** `moved`: while it is down. */
  hand(sign: 'down' | 'moved' | 'lifted' | 'key'): void;
  layer(change: 'shown' | 'closed', view: boolean): void;
}

export interface InteractionParts {
  /** The reader has done something. */
  touched(): void;
  /** Milliseconds. */
  now(): number;
}

export function watchInteraction({ touched, now }: InteractionParts): Interaction {
  let open = 0;
  const lifted = Number.NEGATIVE_INFINITY;
  let seenAt = lifted;
  const hand: Interaction['hand'] = (sign) => {
    if (sign === 'lifted') seenAt = lifted;
    else if (sign !== 'key') seenAt = now();
    // Moves are many, and whoever waits for the end of them is kept waiting by the finger.
    if (sign !== 'moved') touched();
  };
  window.addEventListener('keydown', () => hand('key'), true);
  window.addEventListener('pointerdown', () => hand('down'), true);
  window.addEventListener('pointermove', ({ buttons }) => buttons !== 0 && hand('moved'), true);
  for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, () => hand('lifted'), true);
  return {
    busy: () => open > 0 || now() - seenAt < longestRest,
    hand,
    layer(change, view) {
      if (!view) open = Math.max(0, open + (change === 'shown' ? 1 : -1));
    },
  };
}
