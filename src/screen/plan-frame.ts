// Plans the refreshes of one frame from its intents: counts turns, promotes, merges. Pure: state in, state out.

import type { Refresh } from '../../api/panel.ts';
import { type FrameIntent, needOf, stronger, withoutFlash } from './intents.ts';
import { joins, type ScreenSize, union, wholeScreen } from './region.ts';

export interface PlanSettings {
  /** Page turns between full refreshes; 0 never, −1 at each chapter. */
  refreshEvery: number;
  avoidFlashing: boolean;
  /** White on black, which ghosts more. */
  night: boolean;
  /** Device pixels. */
  screen: ScreenSize;
  /** The panel is refreshed fully only with a frame: what is owed waits for the next turn. */
  cleansWithFrame?: boolean;
  /** It knows no full refresh: none is planned, counted or owed. */
  cleansNever?: boolean;
}

export interface PlanState {
  /** Turns since the last full refresh. */
  turns: number;
  /** Milliseconds. */
  lastTurn: number;
  /** The last turn came so soon after the one before that nothing was read between them. */
  leafing: boolean;
  /** A full refresh is wanted as soon as nobody is in the middle of something. */
  owesClean: boolean;
  /** The page that is shown has a large picture, which would shine through the next one. */
  largeImage: boolean;
  /** It has a picture of any size, which is dithered whenever the page is drawn. */
  image: boolean;
}

export const firstState: PlanState = {
  turns: 0,
  lastTurn: Number.NEGATIVE_INFINITY,
  leafing: false,
  owesClean: false,
  largeImage: false,
  image: false,
};

/** Turns closer together than this are leafing, not reading. Milliseconds. */
export const fastPaging = 400;
/** Share of the page. */
const largeImage = 0.075;
const nightTurns = 4;

export function planFrame(
  state: PlanState,
  intents: readonly FrameIntent[],
  settings: PlanSettings,
  now: number,
): { plan: Refresh[]; state: PlanState } {
  const pages = intents.filter(({ intent }) => intent === 'page');
  const turn = pages.find(({ detail }) => detail.turn !== false);
  // A new view is looked at, however soon it comes after a page was turned: a book opened from the shelf.
  const arrived = pages.some(({ detail }) => detail.turn === false);
  // One turn is no leafing: what is opened right after it is looked at.
  const leafing = !arrived && now - state.lastTurn < fastPaging && (turn !== undefined || state.leafing);
  const cleans = settings.cleansNever !== true;
  const owesClean = cleans && (state.owesClean || intents.some(({ intent }) => intent === 'clean'));
  const next: PlanState = { ...state, leafing, owesClean };
  if (arrived) next.lastTurn = Number.NEGATIVE_INFINITY;
  if (turn) {
    next.turns += 1;
    next.lastTurn = now;
  }
  const isNew = pages.some(({ detail }) => !detail.again);
  const hasLargeImage = pages.some(({ detail }) => (detail.imageShare ?? 0) >= largeImage);
  // What a page showed before it was set anew is left behind all the same.
  next.largeImage = hasLargeImage || (!isNew && state.largeImage);
  // A page that is only drawn again may leave unsaid what is on it.
  const told = pages.filter(({ detail }) => !detail.again || detail.imageShare !== undefined);
  if (told.length > 0) next.image = told.some(({ detail }) => (detail.imageShare ?? 0) > 0);
  const refreshes = intents.flatMap((intent) => refreshOf(intent, settings));
  const dither = refreshes.some((refresh) => refresh.dither);
  if (cleans && intents.some(({ intent, detail }) => intent === 'clean' && detail.now)) {
    return { plan: [full(settings.screen, dither)], state: { ...next, turns: 0, owesClean: false } };
  }
  if (leafing && refreshes.length > 0) {
    // What was left dirty on the way is cleaned once, when the leafing stops.
    return { plan: merge(refreshes.map(fast)), state: { ...next, owesClean: cleans } };
  }
  const fromImage = isNew && (next.largeImage || state.largeImage);
  if (cleans && (fromImage || (turn && (next.owesClean || isDue(turn, next, settings))))) {
    return { plan: [full(settings.screen, dither)], state: { ...next, turns: 0, owesClean: false } };
  }
  return { plan: merge(refreshes), state: next };
}

/** Nothing has happened for a while: the moment for a refresh that is owed. */
export function planIdle(state: PlanState, settings: PlanSettings): { plan: Refresh[]; state: PlanState } {
  if (!maySettleIdle(state, settings)) return { plan: [], state };
  const plan = [full(settings.screen, state.image)];
  return { plan, state: { ...state, turns: 0, owesClean: false } };
}

/** Whether a refresh is owed that can be made while nothing changes. */
export function maySettleIdle({ owesClean }: PlanState, { cleansWithFrame, cleansNever }: PlanSettings): boolean {
  return owesClean && !cleansWithFrame && !cleansNever;
}

/** Enough pages were turned since the last full refresh. */
function isDue(turn: FrameIntent, next: PlanState, { refreshEvery, night }: PlanSettings): boolean {
  if (refreshEvery < 0) return turn.detail.chapterStart === true;
  const every = night && refreshEvery > 0 ? Math.min(refreshEvery, nightTurns) : refreshEvery;
  return every > 0 && next.turns >= every;
}

function refreshOf(intent: FrameIntent, { avoidFlashing }: PlanSettings): Refresh[] {
  const need = needOf(intent);
  if (!need) return [];
  const strength = avoidFlashing ? withoutFlash(need.strength) : need.strength;
  return [{ strength, ...intent.region, dither: need.dither }];
}

function fast(refresh: Refresh): Refresh {
  return { ...refresh, strength: 'fast' };
}

function full(screen: ScreenSize, dither: boolean): Refresh {
  return { strength: 'full', ...wholeScreen(screen), dither };
}

/** Regions that join become one; the stronger refresh wins and dithering spreads. */
function merge(refreshes: readonly Refresh[]): Refresh[] {
  const merged: Refresh[] = [];
  for (const refresh of refreshes) {
    let grown = refresh;
    // A grown region may reach others that its parts did not.
    for (let at = merged.findIndex((one) => joins(one, grown)); at >= 0; ) {
      const [other] = merged.splice(at, 1);
      if (other) grown = together(other, grown);
      at = merged.findIndex((one) => joins(one, grown));
    }
    merged.push(grown);
  }
  return merged;
}

function together(a: Refresh, b: Refresh): Refresh {
  return { ...union(a, b), strength: stronger(a.strength, b.strength), dither: a.dither || b.dither };
}
