// The reader's own fonts as session facts: what is installed, by family; installing from files and removing. Chapters
// get the files from here.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { type OwnFontFile, offerFonts, ownFontName } from '../../book/styles/own-fonts.ts';
import type { Database } from '../../db/database.ts';
import { unixSeconds } from '../../db/outbox/service-time.ts';
import { type FontRow, removeFonts, storedFonts, storeFont } from '../../db/reading/fonts.ts';
import type { UnpackFont } from './font-tables.ts';
import { type FontProblem, readFont } from './read-font.ts';

export interface FontFamily {
  family: string;
  /** Has every weight. */
  variable: boolean;
  faces: number;
  /** Bytes. */
  size: number;
  ids: number[];
}

/** What became of one file. */
export interface Installed {
  fileName: string;
  outcome: 'installed' | 'known' | 'full' | 'unreadable' | FontProblem;
}

export interface Fonts {
  state: StoreApi<{ families: readonly FontFamily[] }>;
  install(files: readonly File[]): Promise<Installed[]>;
  remove(family: string): Promise<void>;
  /** They have been stored from elsewhere. */
  reread(): Promise<void>;
}

export async function openFonts(database: Database, unpackFont: UnpackFont): Promise<Fonts> {
  const files = new Map<number, OwnFontFile>();
  const state = createStore<{ families: readonly FontFamily[] }>(() => ({ families: [] }));
  const load = async () => {
    const rows = await storedFonts(database);
    // The same objects for the same rows, so that frames keep what they have.
    offerFonts(rows.map((row) => files.get(row.id) ?? keep(files, row)));
    state.setState({ families: familiesOf(rows) });
  };
  await load();
  return {
    state,
    async install(chosen) {
      const installed: Installed[] = [];
      try {
        for (const file of chosen) {
          installed.push({ fileName: file.name, outcome: await installOne(database, file, unpackFont) });
        }
      } finally {
        // Also those that came before one that fails for reasons of its own.
        await load();
      }
      return installed;
    },
    async remove(family) {
      const ids = state.getState().families.find((known) => known.family === family)?.ids ?? [];
      await removeFonts(database, ids);
      await load();
    },
    reread: load,
  };
}

function keep(files: Map<number, OwnFontFile>, row: FontRow): OwnFontFile {
  const file: OwnFontFile = {
    family: ownFontName(row.family),
    file: row.file,
    weight: row.heaviest > row.lightest ? `${row.lightest} ${row.heaviest}` : String(row.lightest),
    style: row.italic ? 'italic' : 'normal',
  };
  files.set(row.id, file);
  return file;
}

/** Errors of files that are gone, or out of reach, since they were chosen. */
const unreadable: readonly string[] = ['NotReadableError', 'NotFoundError'];

async function installOne(database: Database, file: File, unpackFont: UnpackFont): Promise<Installed['outcome']> {
  try {
    const facts = await readFont(file, unpackFont);
    if (typeof facts === 'string') return facts;
    const bytes = await file.arrayBuffer();
    const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    // A copy: the file itself may be on a card that is taken out.
    const row = { ...facts, digest, file: new Blob([bytes]), size: file.size, addedAt: unixSeconds() };
    return (await storeFont(database, row)) ? 'installed' : 'known';
  } catch (error) {
    if (error instanceof Error && error.name === 'QuotaExceededError') return 'full';
    if (error instanceof DOMException && unreadable.includes(error.name)) return 'unreadable';
    throw error;
  }
}

function familiesOf(rows: readonly FontRow[]): FontFamily[] {
  const families = new Map<string, FontFamily>();
  for (const row of rows) {
    const known = families.get(row.family);
    families.set(row.family, {
      family: row.family,
      variable: (known?.variable ?? false) || row.heaviest > row.lightest,
      faces: (known?.faces ?? 0) + 1,
      size: (known?.size ?? 0) + row.size,
      ids: [...(known?.ids ?? []), row.id],
    });
  }
  return [...families.values()].sort((a, b) => a.family.localeCompare(b.family));
}
