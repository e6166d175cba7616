// What changes that nobody named mean to a panel: input, pictures, a small part of a view, or as much of it that it is
// another page. Pure.

import type { Intend } from './intents.ts';
import { area, contains, type Region, union } from './region.ts';

/** key: a press, the focus, a letter. picture: one came or went. gone: what was there is not. part: anything else. */
export interface Change {
  kind: 'key' | 'picture' | 'gone' | 'part';
  /** CSS pixels. */
  region: Region;
}

/** From this share of the screen on, other content is another page. */
const pageShare = 0.25;
/** More regions than that in one frame are told as one around them all. */
const mostRegions = 12;

/** The view that pages belong to. */
export interface ViewOnScreen {
  /** CSS pixels, as the changes. */
  region: Region;
  /** How much of it is covered by pictures, 0–1. Asked for pages only. */
  imageShare(): number;
}

/** `view`: absent where something lies over it, which has no pages. */
export function nameChanges(changes: readonly Change[], view: ViewOnScreen | undefined, intend: Intend): void {
  const content = changes.filter(({ kind }) => kind !== 'key').map(({ region }) => region);
  const bounds = content.length > 0 ? content.reduce(union) : undefined;
  // Covers that are late come into empty boxes, or in place of drawn ones: nobody turned to another page.
  const pictures = changes.filter(({ kind }) => kind === 'picture');
  const isUnderOne = (region: Region) => pictures.some((picture) => contains(picture.region, region));
  const others = changes.filter(({ kind, region }) => kind === 'part' || (kind === 'gone' && !isUnderOne(region)));
  const covered = Math.min(
    others.reduce((sum, { region }) => sum + area(region), 0),
    bounds ? area(bounds) : 0,
  );
  const isPage = view !== undefined && covered >= pageShare * area(view.region);
  if (isPage && bounds) intend('page', bounds, { imageShare: view.imageShare() });
  const seen = isPage ? changes.filter(({ kind }) => kind === 'key' || kind === 'picture') : changes;
  for (const { kind, region } of seen.length > mostRegions ? together(seen) : seen) {
    if (kind === 'picture' || kind === 'key') intend(kind === 'picture' ? 'image' : 'key', region);
    // Under what goes from a view its text shows again.
    else intend('panel', region, view && kind === 'gone' ? { closing: true } : {});
  }
}

/** One region for each kind of change. */
function together(changes: readonly Change[]): Change[] {
  return (['key', 'part', 'gone', 'picture'] as const).flatMap((kind) => {
    const regions = changes.filter((change) => change.kind === kind).map(({ region }) => region);
    return regions.length > 0 ? [{ kind, region: regions.reduce(union) }] : [];
  });
}
