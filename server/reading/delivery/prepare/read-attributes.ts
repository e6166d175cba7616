// Reads the attributes of a tag as they are written, with their values decoded. Takes whatever stands in the tag.

import { decodeEntities } from '../../import/chapter-text.ts';

export interface Attribute {
  /** As written, with its prefix. */
  name: string;
  value: string;
}

const attribute = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const mostAttributes = 256;

/** The first of two attributes of one name is the one that counts. */
export function readAttributes(source: string): Attribute[] {
  const found = new Map<string, Attribute>();
  for (const [, name = '', double, single, bare] of source.matchAll(attribute)) {
    if (found.has(name)) continue;
    found.set(name, { name, value: decodeEntities(double ?? single ?? bare ?? '') });
    if (found.size === mostAttributes) break;
  }
  return [...found.values()];
}
