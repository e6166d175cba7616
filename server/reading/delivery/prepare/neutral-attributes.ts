// Decides which attributes of an element stay, and what they say in the prepared chapter.

import {
  activeAddress,
  animations,
  droppedAttributes,
  formControls,
  styleAttributes,
  xmlName,
} from './neutral-elements.ts';
import type { Attribute } from './read-attributes.ts';
import type { PartKind, References } from './references.ts';
import { rewriteCss } from './rewrite-css.ts';

/** Where the client finds what a link out of the book leads to; opening it is its reader's decision. */
export const linkAttribute = 'data-octavo-link';

const pictures: readonly PartKind[] = ['picture', 'drawing'];
const media: readonly PartKind[] = ['picture', 'drawing', 'recording'];
const longestAddress = 4096;

export interface Holder {
  /** Local, in lower case. */
  name: string;
  isXhtml: boolean;
}

/** In the order in which they were written; every name once. */
export function neutralAttributes(
  holder: Holder,
  attributes: readonly Attribute[],
  references: References,
): Map<string, string> {
  const kept = new Map<string, string>();
  for (const { name, value } of attributes) {
    const [written, said] = neutral(holder, name, value, references) ?? [];
    if (written !== undefined && said !== undefined && !kept.has(written)) kept.set(written, said);
  }
  if (formControls.has(holder.name)) kept.set('disabled', 'disabled');
  return kept;
}

type Kept = [name: string, value: string] | undefined;

function neutral(holder: Holder, written: string, value: string, references: References): Kept {
  const colon = written.indexOf(':');
  const prefix = written.slice(0, Math.max(0, colon)).toLowerCase();
  const local = written.slice(colon + 1);
  const key = local.toLowerCase();
  if (key === 'href')
    return prefix === '' || prefix === 'xlink' ? reference(holder, written, value, references) : undefined;
  if (prefix === 'xml') return key === 'lang' || key === 'space' ? [`xml:${key}`, value] : undefined;
  if (prefix === 'epub') return key === 'type' || key === 'prefix' ? [`epub:${key}`, value] : undefined;
  if (prefix !== '' || colon >= 0 || key === 'xmlns' || key === linkAttribute) return undefined;
  const isAnimated = animations.has(holder.name) && (key === 'attributename' || key === 'attributetype');
  if (key.startsWith('on') || isAnimated || !xmlName.test(local)) return undefined;
  if (key === 'src' || key === 'poster') return source(holder, key, value, references);
  if (droppedAttributes.has(key)) return undefined;
  if (styleAttributes.has(key)) return [key, rewriteCss(value, references)];
  if (activeAddress.test(value)) return undefined;
  return [holder.isXhtml ? key : local, value];
}

function source({ name }: Holder, key: string, value: string, references: References): Kept {
  const kinds =
    key === 'poster' || name === 'img' || name === 'input' ? pictures : mediaElements.has(name) ? media : [];
  const address = references.resource(value, kinds);
  return address === undefined ? undefined : [key, address];
}

const mediaElements = new Set(['audio', 'video', 'source', 'track']);

function reference({ name }: Holder, written: string, value: string, references: References): Kept {
  const own = written.includes(':') ? 'xlink:href' : 'href';
  if (name === 'a' || name === 'area') {
    const inside = references.link(value);
    if (inside !== undefined) return [own, inside];
    const outside = outsideAddress(value);
    return outside === undefined ? undefined : [linkAttribute, `out:${outside}`];
  }
  if (/^\s*#[^\s]+$/.test(value)) return [own, value.trim()];
  const kinds = name === 'image' || name === 'feimage' ? pictures : name === 'use' ? (['drawing'] as const) : [];
  const address = references.resource(value, kinds);
  return address === undefined ? undefined : [own, address];
}

/** Addresses that a reader may be asked about. */
function outsideAddress(value: string): string | undefined {
  const address = value.trim();
  return /^(?:https?:\/\/|mailto:)[^\s"'<>]+$/i.test(address) && address.length <= longestAddress ? address : undefined;
}
