// The reader's own fonts in the frames that chapters are shown in. A frame has only those that its style names, each read
// once: they stay with the frame's document while chapters come and go.

export interface OwnFontFile {
  /** As the style names it. */
  family: string;
  file: Blob;
  /** One weight, or the lightest and the heaviest of a variable font. */
  weight: string;
  style: 'normal' | 'italic';
}

/** The name under which styles know a family, so that it is not taken for one of the system. */
export function ownFontName(family: string): string {
  return `Own ${family.replace(/["\\\p{Cc}]/gu, '')}`;
}

type FrameWindow = Window & typeof globalThis;

let offered: readonly OwnFontFile[] = [];
const addresses = new Map<OwnFontFile, string>();
const given = new WeakMap<Document, Map<OwnFontFile, FontFace>>();

/** Chapters that are laid out from now on can have these, and no others. */
export function offerFonts(files: readonly OwnFontFile[]): void {
  const kept = new Set(files);
  for (const [file, address] of addresses) {
    if (kept.has(file)) continue;
    URL.revokeObjectURL(address);
    addresses.delete(file);
  }
  offered = files;
}

/** Resolves when what is named can be drawn, so that the chapter is laid out once. `fontFamily` as in a style sheet. */
export async function giveOwnFonts(window: FrameWindow, fontFamily: string): Promise<void> {
  const faces = given.get(window.document) ?? new Map<OwnFontFile, FontFace>();
  given.set(window.document, faces);
  const wanted = offered.filter(({ family }) => fontFamily.includes(`"${family}"`));
  for (const [file, face] of faces) {
    if (wanted.includes(file)) continue;
    window.document.fonts.delete(face);
    faces.delete(file);
  }
  await Promise.all(
    wanted.map(async (file) => {
      const known = faces.get(file);
      const face = known ?? makeFace(window, file);
      faces.set(file, face);
      window.document.fonts.add(face);
      // One that cannot be drawn leaves the text to the next name.
      await face.load().catch((error: unknown) => console.warn(`The font ${file.family} cannot be used.`, error));
    }),
  );
}

function makeFace(window: FrameWindow, file: OwnFontFile): FontFace {
  const address = addresses.get(file) ?? URL.createObjectURL(file.file);
  addresses.set(file, address);
  return new window.FontFace(file.family, `url("${address}")`, { weight: file.weight, style: file.style });
}
