// Whether the reader has done anything meanwhile: what comes late then waits instead of changing what is on the screen.

export interface ReaderActs {
  /** Keys and touches since the beginning. */
  count(): number;
}

/** @param isAct - whether what the reader does now is more than being let in */
export function countActs(isAct: () => boolean): ReaderActs {
  let acts = 0;
  const act = () => {
    if (isAct()) acts++;
  };
  window.addEventListener('keydown', act, { capture: true });
  window.addEventListener('pointerdown', act, { capture: true });
  return { count: () => acts };
}
