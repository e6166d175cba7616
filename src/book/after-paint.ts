// Waiting for the browser: for the next painted frame, and for time that nobody needs.

/** Milliseconds that a frame, or a step of the reader's, may take. */
const patience = 1000;

/** Resolves when the frame that shows the changes made so far has been produced. */
export async function afterPaint(): Promise<void> {
  // A hidden page paints nothing and would wait for ever.
  if (document.visibilityState === 'hidden') return;
  await new Promise<void>((resolve) => {
    // The frame after the next one begins when the next one has been handed over, so work done then delays no paint.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, patience);
  });
}

/**
 * Milliseconds that a piece of spare time may take before it gives way, besides the step that ends it. Each costs what
 * comes with a task, and a frame between two of them (measured: four tasks of 12 ms for a short chapter were a third of it).
 */
const spell = 30;
/** The same where the browser cannot tell whether a key or a finger waits. */
const shortSpell = 12;
/** The same before a step that may take as long as a spell: both together would keep a key waiting for too long. */
const beforeLongStep = 8;
/** Milliseconds between looks for input: one takes a hundredth of that. */
const lookEvery = 3;
let looked = Number.NEGATIVE_INFINITY;
/** When the last piece of spare time began. */
let begun = Number.NEGATIVE_INFINITY;
/** Steps of the reader's that are between the input and its paint, and when the last of them began. */
let held = 0;
let heldSince = Number.NEGATIVE_INFINITY;
/** Resolved when they have ended, if anything waits for that. */
let free: PromiseWithResolvers<void> | undefined;

/**
 * From now on no spare time is given, not even what was asked for before: a task of the lowest priority runs all the same
 * where the browser waits for a frame, and the frame then waits for it. Ends with the first call of what it gives, or
 * after a while, whatever that waits for.
 */
export function holdSpareTime(): () => void {
  held++;
  heldSince = performance.now();
  let holding = true;
  return () => {
    if (!holding) return;
    holding = false;
    if (--held > 0) return;
    free?.resolve();
    free = undefined;
  };
}

function isHeld(now = performance.now()): boolean {
  return held > 0 && now - heldSince < patience;
}

/** The clock that ends it is set by who waits: a turn has better things to do before its paint. */
async function untilFree(): Promise<void> {
  for (let now = performance.now(); isHeld(now); now = performance.now()) {
    free ??= Promise.withResolvers();
    await Promise.race([free.promise, delay(heldSince + patience - now)]);
  }
}

/**
 * Resolves when nothing more urgent waits for the main thread. Idle callbacks are no way to know that: they are handed out
 * a few at a time (measured: 120 chapters in 8 steps each took three times as long by them), and where no frame is due
 * Chromium has been seen to begin no idle period any more, so that each came only when its time limit ended.
 */
export async function spareTime(): Promise<void> {
  do {
    if (held > 0) await untilFree();
    await scheduler.postTask(begin, { priority: 'background' });
  } while (isHeld());
}

/**
 * The same between steps that may be tiny: at once while what was begun is young and no input waits, so that waiting is
 * not most of it. `long`: the step that comes is not.
 */
export function moreSpareTime(long = false): Promise<void> {
  const now = performance.now();
  return !isHeld(now) && goesOn(now, long ? beforeLongStep : spell) ? Promise.resolve() : spareTime();
}

/** Resolves within a frame in which no turn is painted: what changes then is worked out at once, and in no other frame. */
export async function spareFrame(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  do {
    if (held > 0) await untilFree();
    await Promise.race([new Promise(requestAnimationFrame), delay(patience)]);
  } while (isHeld());
}

function goesOn(now: number, most: number): boolean {
  const age = now - begun;
  if (age >= most) return false;
  if (!('scheduling' in navigator)) return age < shortSpell;
  if (now - Math.max(looked, begun) < lookEvery) return true;
  looked = now;
  // Every window tells of its own input only, and a tap on a page is that of the book's frame.
  if (inputWaits(window)) return false;
  for (let n = 0; n < window.length; n++) if (inputWaits(window[n])) return false;
  return true;
}

function inputWaits(of: Window | undefined): boolean {
  const { scheduling } = (of?.navigator ?? {}) as { scheduling?: { isInputPending(): boolean } };
  return scheduling?.isInputPending() ?? false;
}

function begin(): void {
  begun = performance.now();
}

export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
