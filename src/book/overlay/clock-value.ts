// Clock values of SMIL (EPUB 3.3, 9.3.2.3): full and partial clocks, and counts of a unit.

const units: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001, '': 1 };

/** Seconds; `undefined` for what is none. */
export function readClockValue(text: string | null | undefined): number | undefined {
  const value = text?.trim() ?? '';
  const clock = /^(?:(\d+):)?([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/.exec(value);
  if (clock) return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const count = /^(\d+(?:\.\d+)?)(h|min|s|ms|)$/.exec(value.replace(/^npt=/, ''));
  return count ? Number(count[1]) * (units[count[2] ?? ''] ?? 1) : undefined;
}
