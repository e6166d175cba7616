// A store that takes its time: what writes to a table waits until it is let go.

import type { Database } from '../../../src/db/database.ts';

/** Resolves once the table is held; what it resolves to lets it go. */
export async function holdTable(database: Database, name: string): Promise<() => void> {
  const table = database.backendDB().transaction([name], 'readwrite').objectStore(name);
  let held = true;
  await new Promise<void>((resolve, reject) => {
    const again = () => {
      const request = table.get('nothing');
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        resolve();
        if (held) again();
      };
    };
    again();
  });
  return () => {
    held = false;
  };
}
