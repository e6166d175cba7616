// What features say about the screen: an intent with a region. One table ranks them; nobody else names waveforms.

import type { Refresh } from '../../api/panel.ts';
import type { Region } from './region.ts';

export type Strength = Refresh['strength'];

/** page: what is read. panel: menus and dialogs. key: input and marks. image: a picture. clean: remove all ghosts. */
export type Intent = 'page' | 'panel' | 'key' | 'image' | 'clean';

export interface IntentDetail {
  /** page: this frame is one turn; the default. A new view is a page that nobody turned to. */
  turn?: boolean;
  /** page: the one that was there already, set anew or uncovered. Whoever did that is in the middle of something. */
  again?: boolean;
  /** page: it is the first one of a chapter. */
  chapterStart?: boolean;
  /** page: how much of it is covered by pictures, 0–1. */
  imageShare?: number;
  /** panel: it goes, and what was below it shows again. */
  closing?: boolean;
  /** panel: a picture shows again where it goes. */
  uncovers?: boolean;
  /** clean: in this frame, whatever the reader is doing; it is the last one for a long while. */
  now?: boolean;
  /** What was there would shine through: greys under a menu, black under white. */
  ghosts?: boolean;
}

/** `region`: CSS pixels of the window. */
export type Intend = (intent: Intent, region: Region, detail?: IntentDetail) => void;

export interface FrameIntent {
  intent: Intent;
  /** Device pixels, snapped. */
  region: Region;
  detail: IntentDetail;
}

const ranks: readonly Strength[] = ['a2', 'fast', 'ui', 'partial', 'flashui', 'flashpartial', 'full'];

export function stronger(a: Strength, b: Strength): Strength {
  return ranks.indexOf(a) >= ranks.indexOf(b) ? a : b;
}

/** What an intent needs by itself, before turns are counted. A `clean` needs nothing now: it waits for its moment. */
export function needOf({ intent, detail }: FrameIntent): { strength: Strength; dither: boolean } | undefined {
  switch (intent) {
    case 'page':
      return { strength: detail.ghosts ? 'flashpartial' : 'partial', dither: (detail.imageShare ?? 0) > 0 };
    case 'panel':
      if (detail.closing) {
        return { strength: detail.ghosts ? 'flashpartial' : 'partial', dither: detail.uncovers === true };
      }
      return { strength: detail.ghosts ? 'flashui' : 'ui', dither: false };
    case 'key':
      return { strength: 'fast', dither: false };
    case 'image':
      return { strength: 'partial', dither: true };
    case 'clean':
      return undefined;
  }
}

/** The same without its flash. */
export function withoutFlash(strength: Strength): Strength {
  if (strength === 'flashui') return 'ui';
  return strength === 'flashpartial' ? 'partial' : strength;
}
