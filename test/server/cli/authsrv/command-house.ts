// A running server for a file of tests, and commands that find it by their variables.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { AccountTables } from '../../../../server/accounts/tables.ts';
import type { AuthTables } from '../../../../server/auth/storage/tables.ts';
import { openDatabase } from '../../../../server/base/database/database.ts';
import { type House, openHouse } from '../../accounts/house.ts';
import { type Outcome, authsrv as run, type Surroundings } from './terminal.ts';

export interface CommandHouse {
  /** Opened before the first test. */
  house: House;
  folder: string;
  authsrv(args: string | readonly string[], around?: Surroundings): Promise<Outcome>;
  /** Writes a file into the folder and answers its path. */
  file(name: string, content: string | object): Promise<string>;
}

export function commandHouse(): CommandHouse {
  const one = {
    authsrv: (args, around = {}) => {
      const addresses = { AUTHSRV_ADMIN_URL: one.house.admin, OAUTH2_ISSUER_URL: one.house.issuer };
      return run(args, { ...around, environment: { ...addresses, ...around.environment } });
    },
    file: async (name, content) => {
      const path = join(one.folder, name);
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
  } as CommandHouse;
  beforeAll(async () => {
    one.folder = await mkdtemp(join(tmpdir(), 'octavo-authsrv-cli-'));
    one.house = await openHouse(await openDatabase<AuthTables & AccountTables>('memory'));
  });
  afterAll(async () => {
    await one.house.close();
    await one.house.database.close();
    await rm(one.folder, { recursive: true, force: true });
  });
  return one;
}
