// Replaces the entities that a document declares for itself by what they stand for, within a budget, and takes the
// declaration out. A parser would do the same without one: a few lines can unfold to gigabytes.

/** Characters that all entities of a document together may unfold to. */
const budget = 256 * 1024;
const deepest = 8;

const declaration = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;

/** The text without its internal declarations; entities that unfold too far stay as they are written. */
export function unfoldEntities(text: string): string {
  const type = findDoctype(text);
  if (!type) return text;
  const entities = new Map<string, string>();
  for (const [, name = '', double, single] of type.subset.matchAll(declaration)) {
    // The first declaration of a name is the one that counts.
    if (!entities.has(name)) entities.set(name, double ?? single ?? '');
  }
  const body = text.slice(0, type.start) + type.rest + text.slice(type.end);
  let left = budget;
  const unfold = (value: string, depth: number): string =>
    value.replace(/&([a-z_:][\w:.-]*);/gi, (reference, name: string) => {
      const meaning = entities.get(name);
      if (meaning === undefined || depth > deepest || left <= 0) return reference;
      left -= meaning.length + 1;
      return left > 0 ? unfold(meaning, depth + 1) : reference;
    });
  return entities.size > 0 ? unfold(body, 0) : body;
}

/** A document type with declarations of its own in brackets; `rest` is what it is without them. */
function findDoctype(text: string): { start: number; end: number; subset: string; rest: string } | undefined {
  const start = text.slice(0, 4096).search(/<!DOCTYPE\b/i);
  if (start < 0) return undefined;
  const open = text.indexOf('[', start);
  const close = text.indexOf('>', start);
  if (open < 0 || (close >= 0 && close < open)) return undefined;
  // Brackets may stand in quoted values; the declaration ends with both marks.
  const end = /\]\s*>/g;
  end.lastIndex = open;
  const found = end.exec(text);
  if (!found) return undefined;
  return {
    start,
    end: found.index + found[0].length,
    subset: text.slice(open + 1, found.index),
    rest: `${text.slice(start, open).trimEnd()}>`,
  };
}
