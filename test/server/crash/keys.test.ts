// The authorization server is killed while its signing keys are rotated and tokens are handed out. Afterwards every ID
// token verifies, every key that was acknowledged is published, and every machine's token is good. Repeat with
// CRASH_SEED=N.

import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRemoteJWKSet, type JWK, jwtVerify } from 'jose';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { seeded } from '../../../build/bench/seeded.ts';
import { sqliteUrl } from '../../../server/base/database/database.ts';
import { clientId } from '../accounts/house.ts';
import { introspect, signInForTokens, tokenRequest } from '../auth/authorize.ts';
import { killAll } from '../programs.ts';
import { authEnvironment, freePorts, houseAt, machine, registerClients } from './auth-program.ts';
import { KilledProgram } from './killed-program.ts';

const kills = 3;

test(`over ${kills} kills during rotation nothing that was handed out is lost`, { timeout: 300_000 }, async () => {
  const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
  onTestFailed(() => console.error(`Repeat with CRASH_SEED=${seed}`));
  const folder = await mkdtemp(join(tmpdir(), 'octavo-key-crash-'));
  onTestFinished(async () => {
    await killAll();
    await rm(folder, { recursive: true, force: true });
  });
  const ports = await freePorts();
  const house = houseAt(ports);
  const program = new KilledProgram({
    program: 'authsrv',
    args: ['serve', 'all'],
    env: { HOME: folder, ...authEnvironment(sqliteUrl(join(folder, 'a.sqlite')), ports), KEY_ACTIVATION_DELAY: '0s' },
    line: /authsrv ready public=(\S+)/,
    random: seeded(seed),
    longestLife: 500,
  });
  await program.start();
  await registerClients(house);

  const idTokens: string[] = [];
  const machineTokens: string[] = [];
  const kids = new Set<string>();
  let over = false;
  /** Again and again, over however many lives of the server; what was not answered counts for nothing. */
  const often = async (act: () => Promise<void>) => {
    while (!over) await act().catch(() => wait(20));
  };
  const work = Promise.all([
    often(async () => {
      const { status, body } = await house.call('POST', '/jwks/authsrv.openid.id-token/rotate', {});
      if (status < 300) for (const key of body.keys as JWK[]) kids.add(String(key.kid));
    }),
    often(async () => {
      const { tokens } = await signInForTokens(house);
      idTokens.push(String(tokens.id_token));
    }),
    often(async () => {
      const { body } = await tokenRequest(house, {
        ...{ grant_type: 'client_credentials', client_id: machine.id, client_secret: machine.secret },
        scope: 'books',
      });
      machineTokens.push(String(body.access_token));
    }),
  ]);
  await program.killOften(kills);
  await expect.poll(() => Math.min(idTokens.length, machineTokens.length, kids.size)).toBeGreaterThan(1);
  over = true;
  await work;

  const keySet = createRemoteJWKSet(new URL(`${house.issuer}.well-known/jwks.json`));
  const signers = new Set<string>();
  for (const token of idTokens) {
    const { protectedHeader } = await jwtVerify(token, keySet, { issuer: house.issuer, audience: clientId });
    signers.add(String(protectedHeader.kid));
  }
  expect(signers.size, 'several keys signed').toBeGreaterThan(1);
  const { keys } = (await (await fetch(`${house.issuer}.well-known/jwks.json`)).json()) as { keys: JWK[] };
  expect(keys.map((key) => key.kid)).toEqual(expect.arrayContaining([...kids]));
  for (const token of machineTokens) expect((await introspect(house, token)).active).toBe(true);
  expect(await program.stop()).toBe(0);
});
