// The authorization server is killed at random moments while it issues and refreshes tokens. Afterwards every refresh
// token that it handed out and that was not used works, and none that was used works again. Repeat with CRASH_SEED=N.

import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, onTestFailed, test } from 'vitest';
import { seeded } from '../../../build/bench/seeded.ts';
import { accountMigrations } from '../../../server/accounts/migrations.ts';
import { authMigrations } from '../../../server/auth/storage/migrations.ts';
import { clientId, type House, registerReader } from '../accounts/house.ts';
import { signInForTokens, tokenRequest } from '../auth/authorize.ts';
import { forEachDatabase } from '../databases.ts';
import { killAll } from '../programs.ts';
import { authEnvironment, freePorts, houseAt } from './auth-program.ts';
import { KilledProgram } from './killed-program.ts';

const kills = 4;

/** One sign-in and the refresh tokens that followed from it. */
interface Family {
  /** Acknowledged, and not sent since. */
  current: string;
  /** Acknowledged as used: the answer to it arrived. */
  used: string[];
}

afterEach(killAll);

const refresh = (house: House, token: string) =>
  tokenRequest(house, { grant_type: 'refresh_token', client_id: clientId, refresh_token: token });

/** Sends one refresh; what became of it is not known when the server was killed meanwhile. */
async function renew(house: House, family: Family): Promise<'renewed' | 'refused' | 'unknown'> {
  const given = family.current;
  const reply = await refresh(house, given).catch(() => undefined);
  if (!reply) return 'unknown';
  if (reply.status !== 200) {
    expect(reply.body.error).toBe('invalid_grant');
    return 'refused';
  }
  family.used.push(given);
  family.current = String(reply.body.refresh_token);
  return 'renewed';
}

forEachDatabase((_name, open) => {
  test(`over ${kills} kills refresh tokens are neither lost nor good twice`, { timeout: 400_000 }, async () => {
    const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
    onTestFailed(() => console.error(`Repeat with CRASH_SEED=${seed}`));
    const random = seeded(seed);
    const ports = await freePorts();
    const house = houseAt(ports);
    const program = new KilledProgram({
      program: 'authsrv',
      args: ['serve', 'all'],
      env: authEnvironment(await open.url(authMigrations, accountMigrations), ports),
      line: /authsrv ready public=(\S+)/,
      random,
      longestLife: 800,
    });
    await program.start();
    await registerReader(house);

    /** Handed out and let be; those that are under way; those of which a kill left nothing known. */
    const resting: Family[] = [];
    const uncertain: Family[] = [];
    let over = false;

    // However slow the machine is, these are there to be lost.
    const kept: Family[] = [];
    for (let n = 0; n < 4; n++) {
      const { tokens } = await signInForTokens(house);
      const family = { current: String(tokens.refresh_token), used: [] };
      expect(await renew(house, family)).toBe('renewed');
      kept.push(family);
    }

    const signInAgainAndAgain = async () => {
      while (!over) {
        const signedIn = await signInForTokens(house).catch(() => undefined);
        // Cut off by a kill: there is nothing that was acknowledged.
        if (!signedIn) await wait(30);
        else resting.push({ current: String(signedIn.tokens.refresh_token), used: [] });
      }
    };
    const refreshAgainAndAgain = async () => {
      for (let family = await nextOf(resting); family; family = await nextOf(resting)) {
        for (let outcome = 'renewed'; outcome === 'renewed'; ) {
          if (over || random() < 0.2) {
            resting.push(family);
            break;
          }
          outcome = await renew(house, family);
          expect(outcome, 'a token that was acknowledged and not used is good').not.toBe('refused');
          if (outcome === 'unknown') uncertain.push(family);
        }
      }
    };
    const nextOf = async (list: Family[]): Promise<Family | undefined> => {
      for (; !over; await wait(10)) {
        const family = list.splice(Math.floor(random() * list.length), 1)[0];
        if (family) return family;
      }
      return undefined;
    };

    const work = Promise.all([signInAgainAndAgain(), refreshAgainAndAgain(), refreshAgainAndAgain()]);
    await Promise.race([program.killOften(kills), work]);
    // The last life has something to lose too.
    await wait(500);
    over = true;
    await work;

    expect(program.kills).toBe(kills);
    expect(uncertain.length, 'some refreshes were cut off').toBeGreaterThan(0);
    const settled = [...kept, ...resting];
    for (const family of settled) expect(await renew(house, family)).toBe('renewed');
    for (const family of uncertain) {
      // Used or not: either way it is answered, and what it gives is good.
      if ((await renew(house, family)) === 'renewed') expect(await renew(house, family)).toBe('renewed');
    }
    for (const { used, current } of settled.slice(0, 20)) {
      for (const token of used.slice(-3)) expect(await refresh(house, token)).toMatchObject({ status: 400 });
      // The reuse was noticed: someone else may have the tokens, so nobody keeps them.
      expect((await refresh(house, current)).status).toBe(400);
    }
    expect(await program.stop()).toBe(0);
  });
});
