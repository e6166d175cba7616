// Reads the rows of prepared parts.

import type { Db } from '../reading.ts';
import type { PreparedPartRow } from '../schema/delivery.ts';

const pathsAtOnce = 400;

export async function readPart(db: Db, epubSha256: string, path: string): Promise<PreparedPartRow | undefined> {
  return (await readParts(db, epubSha256, [path])).get(path);
}

/** Those of the named ones that the book has. */
export async function readParts(
  db: Db,
  epubSha256: string,
  paths: readonly string[],
): Promise<Map<string, PreparedPartRow>> {
  const found = new Map<string, PreparedPartRow>();
  for (let at = 0; at < paths.length; at += pathsAtOnce) {
    const rows = await db
      .selectFrom('prepared_parts')
      .selectAll()
      .where('epub_sha256', '=', epubSha256)
      .where('path', 'in', paths.slice(at, at + pathsAtOnce))
      .execute();
    for (const row of rows) found.set(row.path, row);
  }
  return found;
}

export function neededParts(part: PreparedPartRow): string[] {
  return JSON.parse(part.needs) as string[];
}
