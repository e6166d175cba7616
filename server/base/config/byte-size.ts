// Sizes as people write them: `5GB`, `500 MB`, `2GiB`, a plain number of bytes.

const units: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

export const byteSizePattern = '^[0-9]{1,12}(\\.[0-9]{1,3})? ?([KMGTkmgt]?[Bb]|[KMGTkmgt][Ii][Bb])?$';

/** Undefined for what is no size, or is larger than a number can say. */
export function readByteSize(text: string): number | undefined {
  if (!new RegExp(byteSizePattern).test(text.trim())) return undefined;
  const [, digits = '', unit = ''] = /^([0-9.]+) ?([a-z]*)$/i.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(digits) * (units[unit.toLowerCase()] ?? Number.NaN));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** `1.5 GB`. */
export function writeByteSize(bytes: number): string {
  const steps = [
    [1e12, 'TB'],
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e3, 'kB'],
  ] as const;
  const step = steps.find(([size]) => bytes >= size);
  return step ? `${(bytes / step[0]).toFixed(1)} ${step[1]}` : `${bytes} bytes`;
}
