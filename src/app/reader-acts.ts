// Whether the reader has done anything meanwhile: what comes late then waits instead of changing what is on the screen.

export interface ReaderActs {
  /** Keys and touches since the beginning. */
  count(): number;
  stop(): void;
}

export function countActs(): ReaderActs {
  let acts = 0;
  const act = () => {
    acts++;
  };
  window.addEventListener('keydown', act, { capture: true });
  window.addEventListener('pointerdown', act, { capture: true });
  return {
    count: () => acts,
    stop() {
      window.removeEventListener('keydown', act, { capture: true });
      window.removeEventListener('pointerdown', act, { capture: true });
    },
  };
}
