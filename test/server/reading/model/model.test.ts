// Whatever several people do on two devices each, in whatever order and however often it arrives: every answer, and all that
// each of them sees in the end, is what a model of the service in memory says. OCTAVO_MODEL_RUNS sets how often (on SQLite;
// a third of it on PostgreSQL), OCTAVO_MODEL_SEED repeats a run that failed, OCTAVO_MODEL_SHRINK looks for the shortest
// moves that fail, which takes minutes.

import fc from 'fast-check';
import { test } from 'vitest';
import type { Database } from '../../../../server/base/database/database.ts';
import type { Tables } from '../../../../server/reading/reading.ts';
import { forEachDatabase } from '../../databases.ts';
import { migrationSets, openHouse } from '../house.ts';
import { compareAll } from './compare.ts';
import { type Move, moves } from './moves.ts';
import { Play } from './play.ts';

const runs = Number(process.env.OCTAVO_MODEL_RUNS ?? 10);
const seed = process.env.OCTAVO_MODEL_SEED;
const mostMoves = 120;

forEachDatabase((name, open) => {
  test('the service is what the model is', { timeout: 60_000 + runs * 60_000 }, async () => {
    const database = await open<Tables>(...migrationSets);
    let plays = 0;
    await fc.assert(
      fc.asyncProperty(moves(mostMoves), (list) => playOnce(database, `p${++plays}`, list)),
      {
        endOnFailure: process.env.OCTAVO_MODEL_SHRINK === undefined,
        numRuns: name === 'sqlite' ? runs : Math.ceil(runs / 3),
        ...(seed === undefined ? {} : { seed: Number(seed) }),
      },
    );
  });
});

async function playOnce(database: Database<Tables>, name: string, list: readonly Move[]): Promise<void> {
  const house = await openHouse(database);
  try {
    const play = await Play.start(house, name);
    for (const move of list) await play.play(move);
    await compareAll(play);
  } finally {
    await house.close();
  }
}
