// Media types by the ends of file names, for parts that the manifest does not know.

const types = new Map(
  Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    svg: 'image/svg+xml',
    webp: 'image/webp',
    avif: 'image/avif',
    jxl: 'image/jxl',
    css: 'text/css',
    otf: 'font/otf',
    ttf: 'font/ttf',
    woff: 'font/woff',
    woff2: 'font/woff2',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    opus: 'audio/ogg',
    mp4: 'video/mp4',
    webm: 'video/webm',
    xhtml: 'application/xhtml+xml',
    html: 'text/html',
    htm: 'text/html',
  }),
);

/** Empty when the name tells nothing. */
export function typeByName(path: string): string {
  return types.get(path.split('.').at(-1)?.toLowerCase() ?? '') ?? '';
}
