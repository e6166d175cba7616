// Says what a font file is, or why it is none: its names and weights from its tables, its soundness from the browser,
// which reads it as strictly as the fonts of a page.

import { AppError } from '../../../api/errors.ts';
import type { FontFacts } from '../../db/reading/fonts.ts';
import { type FontTables, readTables, type UnpackFont } from './font-tables.ts';

export type FontProblem = 'tooLarge' | 'notAFont' | 'damaged';

/** Bytes; the largest fonts that are in use, for all of Chinese with its weights, have about half of that. */
export const largestFont = 48 << 20;

const longestName = 64;
const nameIds = { family: 1, face: 2, typographicFamily: 16, typographicFace: 17 };

export async function readFont(file: File, unpackFont: UnpackFont): Promise<FontFacts | FontProblem> {
  if (file.size > largestFont) return 'tooLarge';
  const bytes = await file.arrayBuffer();
  const tables = readTables(bytes, unpackFont);
  if (!tables) return 'notAFont';
  if (!(await isSound(bytes))) return 'damaged';
  if (tables.hidden) return factsByName(file.name, bytes);
  try {
    return await factsByTables(file.name, tables);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'too_large') return 'tooLarge';
    if (error.code === 'bad_argument') return 'damaged';
    throw error;
  }
}

async function factsByTables(fileName: string, tables: FontTables): Promise<FontFacts> {
  const [names, weights, os2] = await Promise.all([readNames(tables), readWeights(tables), tables.table('OS/2')]);
  const family = names.get(nameIds.typographicFamily) ?? names.get(nameIds.family) ?? plainName(fileName);
  const face = names.get(nameIds.typographicFace) ?? names.get(nameIds.face) ?? '';
  const own = os2 && os2.byteLength >= 64 ? weightClass(os2.getUint16(4)) : /bold/i.test(face) ? 700 : 400;
  const italic = os2 && os2.byteLength >= 64 ? (os2.getUint16(62) & 1) === 1 : /italic|oblique/i.test(face);
  return { family, face, italic, lightest: weights?.[0] ?? own, heaviest: weights?.[1] ?? own };
}

async function isSound(bytes: ArrayBuffer): Promise<boolean> {
  try {
    await new FontFace('sound', bytes).load();
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/** The tables are out of reach: what the file is called says what it is, and drawing it whether weights change it. */
async function factsByName(fileName: string, bytes: ArrayBuffer): Promise<FontFacts> {
  const name = plainName(fileName);
  const italic = /italic|oblique/i.test(name);
  const words =
    /[-_ ](?:(?:thin|extra|semi|demi|light|regular|book|medium|bold|black|heavy|italic|oblique|variable|vf|wght|opsz|roman)[-_ ]*)+$/i;
  const family =
    name
      .replace(/\[.*\]/, '')
      .replace(words, '')
      .trim() || name;
  const [lightest, heaviest] = (await changesWithWeight(bytes)) ? [100, 900] : [weightOfName(name), weightOfName(name)];
  return { family, face: italic ? 'Italic' : '', italic, lightest, heaviest };
}

async function changesWithWeight(bytes: ArrayBuffer): Promise<boolean> {
  const face = new FontFace('weights-of-a-font', bytes, { weight: '100 900' });
  document.fonts.add(await face.load());
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const widthAt = (weight: number) => {
    if (!context) return 0;
    context.font = `${weight} 100px "weights-of-a-font"`;
    return context.measureText('Hamburgefonstiv').width;
  };
  const different = widthAt(200) !== widthAt(800);
  document.fonts.delete(face);
  return different;
}

function weightOfName(name: string): number {
  if (/semi-?bold|demi/i.test(name)) return 600;
  if (/black|heavy/i.test(name)) return 900;
  if (/bold/i.test(name)) return 700;
  if (/medium/i.test(name)) return 500;
  return /light|thin/i.test(name) ? 300 : 400;
}

function plainName(fileName: string): string {
  return cleanName(fileName.replace(/\.[^.]*$/, '').replaceAll('_', ' ')) || 'Font';
}

/** Names are shown and written into style sheets. */
function cleanName(name: string): string {
  return [
    ...name
      .replace(/[\p{C}"\\]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, longestName)
    .join('');
}

/** The name table (OpenType, `name`): English for Windows or Unicode if there is one, else whatever there is. */
async function readNames(tables: FontTables): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  const ranks = new Map<number, number>();
  const view = await tables.table('name');
  if (!view || view.byteLength < 6) return names;
  const count = view.getUint16(2);
  const storage = view.getUint16(4);
  for (let n = 0; n < count && 6 + (n + 1) * 12 <= view.byteLength; n++) {
    const at = 6 + n * 12;
    const [platform, , language, id, length, offset] = [0, 2, 4, 6, 8, 10].map((field) => view.getUint16(at + field));
    const start = storage + (offset as number);
    const rank = platform === 3 ? (language === 0x409 ? 3 : 2) : platform === 0 ? 2 : 1;
    if (start + (length as number) > view.byteLength || rank <= (ranks.get(id as number) ?? 0)) continue;
    const bytes = new Uint8Array(view.buffer, view.byteOffset + start, length);
    const name = cleanName(new TextDecoder(platform === 1 ? 'macintosh' : 'utf-16be').decode(bytes));
    if (name === '') continue;
    names.set(id as number, name);
    ranks.set(id as number, rank);
  }
  return names;
}

/** Lightest and heaviest of the weight axis (`fvar`); `undefined` when the font has none. */
async function readWeights(tables: FontTables): Promise<[number, number] | undefined> {
  const view = await tables.table('fvar');
  if (!view || view.byteLength < 16) return undefined;
  const start = view.getUint16(4);
  const count = view.getUint16(8);
  const size = view.getUint16(10);
  for (let n = 0; n < count && start + (n + 1) * size <= view.byteLength && size >= 20; n++) {
    const at = start + n * size;
    if (view.getUint32(at) !== 0x77676874) continue;
    const [least, most] = [view.getInt32(at + 4) / 65536, view.getInt32(at + 12) / 65536];
    if (least >= 1 && most <= 1000 && most > least) return [Math.round(least), Math.round(most)];
  }
  return undefined;
}

function weightClass(value: number): number {
  return value >= 1 && value <= 1000 ? value : 400;
}
