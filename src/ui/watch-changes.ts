// Notices what changes on the screen outside of a book's page: text, presses, the focus, what comes, goes and moves.
// Finds it by comparing how every element looked and stood with how it does now. Knows nothing of panels.

import { behind } from './layers.ts';

export interface ElementChange {
  kind: 'key' | 'picture' | 'gone' | 'part';
  /** CSS pixels of the window. */
  region: { x: number; y: number; width: number; height: number };
}

export interface ChangeWatch {
  /** Everything that has changed since it was asked last. To be asked before a paint. */
  find(): ElementChange[];
  /** What is there now is known; nothing of it is a change. For frames that somebody has described already. */
  skip(): void;
  stop(): void;
}

interface Look {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Text of its own, or the source of a picture. */
  content: string;
  /** Pressed, chosen, focused. */
  state: string;
}

/** A book's page, which says its own changes. */
const page = 'reader-page';
/** What nobody sees: marked as none of the panel's, or behind another view. */
const hidden = `[data-unseen], ${behind}`;
/** What lies behind a menu to be pressed, and paints nothing. */
const unseen = 'layer-back';
/** All of it is input, whatever changes there: the handles of a selection. */
const input = '[data-input]';
/** CSS pixels: rounded corners are blended with what is around them, and a frame around the focus may stand off. */
const edges = { part: 2, gone: 2, key: 10 };
const watched = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ['class', 'style', 'src', 'href', 'd', 'disabled', 'hidden', 'aria-pressed', 'aria-checked'],
};
const stateNames = ['aria-pressed', 'aria-checked', 'aria-selected', 'aria-expanded', 'disabled', 'class'];

/** `changed` is called, perhaps often, when something may have changed. */
export function watchChanges(root: HTMLElement, changed: () => void): ChangeWatch {
  let known = new Map<Element, Look>();
  let stale = false;
  /** What gained or lost the focus; nothing else has to be looked at where nothing else was told. */
  const focused = new Set<Element>();
  let onlyFocus = true;
  const observer = new MutationObserver((records) => {
    if (records.every(isSilentRecord)) return;
    onlyFocus = false;
    changed();
  });
  observer.observe(root, watched);
  const signs = ['focusin', 'focusout', 'input', 'change', 'load'] as const;
  const sign = ({ type, target }: Event) => {
    if (!(target instanceof Node) || isSilent(target)) return;
    if (type.startsWith('focus') && target instanceof Element) focused.add(target);
    else onlyFocus = false;
    changed();
  };
  for (const name of signs) root.addEventListener(name, sign, true);
  /** A view of hundreds of elements is not gone through because one of them was touched. */
  const lookAgain = (): ElementChange[] => {
    const few = onlyFocus && focused.size > 0 && [...focused].every((element) => known.has(element));
    const now = few ? looksAt(focused) : looksOf(root);
    const changes = differences(few ? new Map([...focused].map((one) => [one, known.get(one) as Look])) : known, now);
    if (few) for (const [element, look] of now) known.set(element, look);
    else known = now;
    return changes;
  };
  const begin = () => {
    focused.clear();
    onlyFocus = true;
    stale = false;
  };
  return {
    find() {
      if (!observer.takeRecords().every(isSilentRecord)) onlyFocus = false;
      if (stale) known = looksOf(root);
      const changes = stale ? [] : lookAgain();
      begin();
      return changes;
    },
    skip() {
      stale = true;
      // Not in this frame's time.
      setTimeout(() => {
        if (!stale) return;
        known = looksOf(root);
        begin();
      }, 0);
    },
    stop() {
      observer.disconnect();
      for (const name of signs) root.removeEventListener(name, sign, true);
    },
  };
}

function isSilent(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest(`.${page}, ${hidden}`) != null;
}

/** What comes and goes without being seen, such as a book that opens behind the view before. */
function isSilentRecord({ type, target, addedNodes, removedNodes }: MutationRecord): boolean {
  if (isSilent(target)) return true;
  const unseenOf = (node: Node) => node instanceof Element && node.matches(`.${page}, ${hidden}`);
  return type === 'childList' && [...addedNodes, ...removedNodes].every(unseenOf);
}

function looksAt(elements: Iterable<Element>): Map<Element, Look> {
  return new Map([...elements].map((element) => [element, lookOf(element)]));
}

function looksOf(root: HTMLElement): Map<Element, Look> {
  const looks = new Map<Element, Look>();
  const visit = (element: Element) => {
    const { classList } = element;
    if (classList.contains(page) || element.matches(hidden)) return;
    if (!classList.contains(unseen)) looks.set(element, lookOf(element));
    for (const child of element.children) visit(child);
  };
  visit(root);
  return looks;
}

function lookOf(element: Element): Look {
  const { x, y, width, height } = element.getBoundingClientRect();
  const state = stateNames.map((name) => element.getAttribute(name) ?? 'none').join('|');
  // A layer that holds the focus until something in it does shows nothing of that.
  const focused =
    element === document.activeElement &&
    element.getAttribute('tabindex') !== '-1' &&
    element.matches(':focus-visible');
  return { x, y, width, height, content: contentOf(element), state: focused ? `${state}|focused` : state };
}

function contentOf(element: Element): string {
  if (element instanceof HTMLImageElement) return `${element.src} ${element.complete}`;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof SVGElement) return element.getAttribute('d') ?? '';
  let text = '';
  for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) text += (node as Text).data;
  return text;
}

function differences(before: ReadonlyMap<Element, Look>, now: ReadonlyMap<Element, Look>): ElementChange[] {
  const changes: ElementChange[] = [];
  const add = (element: Element, look: Look, as: Exclude<ElementChange['kind'], 'picture'> = 'part') => {
    if (look.width <= 0 || look.height <= 0) return;
    const named = element.closest(input) ? 'key' : as;
    const kind = element instanceof HTMLImageElement ? 'picture' : named;
    const edge = edges[as];
    const region = {
      ...{ x: look.x - edge, y: look.y - edge },
      ...{ width: look.width + 2 * edge, height: look.height + 2 * edge },
    };
    changes.push({ kind, region });
  };
  for (const [element, look] of now) {
    const earlier = before.get(element);
    if (!earlier) add(element, look);
    else if (!isSameBox(earlier, look)) {
      add(element, earlier, 'gone');
      add(element, look);
    } else if (earlier.content !== look.content) {
      add(element, look, element instanceof HTMLInputElement ? 'key' : 'part');
    } else if (earlier.state !== look.state) add(element, look, 'key');
  }
  for (const [element, look] of before) if (!now.has(element)) add(element, look, 'gone');
  return changes;
}

function isSameBox(a: Look, b: Look): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
