// What a part of a book is delivered as. Pictures, fonts and recordings are known by their bytes, whatever the book calls
// them; text by what the book calls it, because it is written anew. Anything else is not delivered.

import { pageKind } from '../../../../api/edition/parts/page-kind.ts';
import { objectType } from '../../import/upload/object-type.ts';
import type { PartKind } from './references.ts';

export interface PartType {
  kind: PartKind;
  mediaType: string;
}

export const pageType = 'application/xhtml+xml';
export const drawingType = 'image/svg+xml';
const styleType = 'text/css';

/** `isChapter`: the service has counted its text. Undefined for what is no text. */
export function textKind(path: string, declared: string, isChapter: boolean): PartKind | undefined {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (declared === drawingType || (!declared && extension === 'svg')) return 'drawing';
  if (declared === styleType || (!declared && extension === 'css')) return 'style';
  const isPage = declared === pageType || declared === 'text/html' || (!declared && /^x?html?$/.test(extension));
  return isPage || (isChapter && pageKind(declared, path) === 'text') ? 'page' : undefined;
}

export const mediaTypes = { page: pageType, drawing: drawingType, style: styleType } as const;

const pictures: readonly [mark: RegExp, type: string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
];

/** Undefined for what is none of them. `declared`: as the book calls it. */
export function binaryType(bytes: Uint8Array, declared: string): PartType | undefined {
  const head = Buffer.from(bytes.subarray(0, 64));
  const start = head.toString('latin1');
  const picture = pictures.find(([mark]) => mark.test(start))?.[1];
  if (picture) return { kind: 'picture', mediaType: picture };
  const font = objectType('font', head);
  if (font) return { kind: 'font', mediaType: font };
  const recording = objectType('audio', head);
  if (!recording) return undefined;
  return {
    kind: 'recording',
    mediaType: declared.startsWith('video/') ? recording.replace('audio/', 'video/') : recording,
  };
}
