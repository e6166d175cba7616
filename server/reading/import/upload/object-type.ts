// What a font or a recording is, by its first bytes.

const fonts: readonly [mark: string, type: string][] = [
  ['\0\x01\0\0', 'font/ttf'],
  ['true', 'font/ttf'],
  ['OTTO', 'font/otf'],
  ['ttcf', 'font/collection'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
];

const recordings: readonly [mark: string, type: string][] = [
  ['ID3', 'audio/mpeg'],
  ['\xff\xfb', 'audio/mpeg'],
  ['\xff\xf3', 'audio/mpeg'],
  ['\xff\xf2', 'audio/mpeg'],
  ['\xff\xf1', 'audio/aac'],
  ['\xff\xf9', 'audio/aac'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['\x1aE\xdf\xa3', 'audio/webm'],
];

/** Undefined for anything else. */
export function objectType(kind: 'font' | 'audio', head: Buffer): string | undefined {
  const start = head.toString('latin1');
  const found = (kind === 'font' ? fonts : recordings).find(([mark]) => start.startsWith(mark))?.[1];
  if (found || kind === 'font') return found;
  if (/^....ftyp/s.test(start)) return 'audio/mp4';
  return /^RIFF....WAVE/s.test(start) ? 'audio/wav' : undefined;
}
