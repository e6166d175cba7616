// Tells a finger that is held down, or a mouse that drags, from taps and swipes. After the hold every move counts, until
// it is lifted.

type Stage = 'held' | 'dragged' | 'released';

/** Milliseconds that a finger rests before it means the word below it. */
const holdTime = 450;
/** CSS pixels that a finger may tremble, and that a mouse has to travel. */
const restless = 12;
const mouseTravel = 6;

/** Answers whether a hold is under way, or has ended with the click that is being told now. */
export function listenForHolds(
  target: GlobalEventHandlers,
  tell: (stage: Stage, x: number, y: number) => void,
): () => boolean {
  let from: { x: number; y: number; mouse: boolean } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  const begin = () => {
    if (!from) return;
    held = true;
    tell('held', from.x, from.y);
  };
  target.addEventListener('pointerdown', (event) => {
    // A second finger means no hold; beside one that holds already it means nothing.
    if (!event.isPrimary && held) return;
    clearTimeout(timer);
    held = false;
    from = undefined;
    if (event.button !== 0 || !event.isPrimary) return;
    const mouse = event.pointerType === 'mouse';
    from = { x: event.clientX, y: event.clientY, mouse };
    timer = setTimeout(begin, holdTime);
  });
  target.addEventListener('pointermove', (event) => {
    if (!from || !event.isPrimary) return;
    const { clientX: x, clientY: y } = event;
    if (held) {
      tell('dragged', x, y);
      return;
    }
    const travel = Math.hypot(x - from.x, y - from.y);
    if (from.mouse && travel > mouseTravel) {
      clearTimeout(timer);
      begin();
      tell('dragged', x, y);
    } else if (travel > restless) {
      clearTimeout(timer);
      from = undefined;
    }
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    target.addEventListener(end, (event) => {
      if (!event.isPrimary) return;
      clearTimeout(timer);
      if (from && held) tell('released', event.clientX, event.clientY);
      from = undefined;
    });
  }
  return () => held;
}
