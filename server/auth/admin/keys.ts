// Key management on the administrative listener. Private keys of the ID-token set never leave this server; other sets
// are kept for whoever made them, private parts included.

import type { FastifyInstance } from 'fastify';
import type { JWK } from 'jose';
import type { AuthServer } from '../auth-server.ts';
import { OAuthError } from '../errors.ts';
import { checkForeignKey, type ForeignKey, type JwkBody, jwkBody } from '../keys/foreign-key.ts';
import { type KeyAlgorithm, misspeltAlgorithm } from '../keys/key-algorithms.ts';
import { bareKid, idTokenSet, shownJwks } from '../keys/key-names.ts';
import type { StoredKey } from '../keys/stored-key.ts';
import { parseBody } from '../parse-body.ts';
import { createKeyBody, jwkSetBody, rotateKeyBody } from '../request-shapes.ts';
import { linkHeader } from '../storage/page.ts';
import { page } from './query.ts';

interface BySet {
  Params: { set: string };
}
interface ByKey {
  Params: { set: string; kid: string };
}

const longestName = 200;

/** `/jwks` and, as earlier, `/keys`. */
export const keyPaths = ['/jwks', '/keys'];

export function serveKeys(app: FastifyInstance, server: AuthServer): void {
  for (const path of keyPaths) {
    serveReading(app, path, server);
    serveWriting(app, path, server);
  }
}

function serveReading(app: FastifyInstance, path: string, { keys }: AuthServer): void {
  app.get(path, async (request, reply) => {
    const wanted = page(request);
    const { sets, total } = await keys.listSets(wanted);
    return reply
      .header('link', linkHeader(request.url, wanted, total))
      .header('x-total-count', total)
      .send(sets);
  });
  app.get<BySet>(`${path}/:set`, async ({ params: { set } }) => {
    const found = await keys.read(set);
    if (found.length === 0) throw noSet();
    return shownSet(set, found);
  });
  app.get<ByKey>(`${path}/:set/:kid`, async ({ params: { set, kid } }) => {
    const found = (await keys.read(set)).flatMap((key) => shownJwks(set, key)).filter((key) => key.kid === kid);
    if (found.length === 0) throw noKey();
    return { keys: found };
  });
}

function serveWriting(app: FastifyInstance, path: string, server: AuthServer): void {
  const { keys } = server;
  const create = async (set: string, alg: KeyAlgorithm, use: string, kid?: string) => {
    checkName('set', set);
    if (kid !== undefined) checkName('kid', kid);
    if (set === idTokenSet && (alg.startsWith('HS') || use !== 'sig')) throw notForIdTokens();
    const key = await keys.create(set, alg, use, kid);
    await takeUp(server, set);
    return shownSet(set, [key]);
  };
  app.post<BySet>(`${path}/:set`, async ({ params: { set }, body }, reply) => {
    const { alg, use, kid } = parseBody(createKeyBody, body);
    return reply.status(201).send(await create(set, alg === misspeltAlgorithm ? 'ES512' : alg, use ?? 'sig', kid));
  });
  app.post<BySet>(`${path}/:set/rotate`, async ({ params: { set }, body }, reply) => {
    parseBody(rotateKeyBody, body);
    const newest = (await keys.read(set))[0];
    if (!newest) throw noSet();
    return reply.status(201).send(await create(set, newest.alg as KeyAlgorithm, newest.use));
  });
  app.put<BySet>(`${path}/:set`, async ({ params: { set }, body }) => {
    const given = parseBody(jwkSetBody, body).keys.map((key) => foreignKey(set, key));
    const stored = await keys.replace(set, withoutPublicTwins(set, given));
    await takeUp(server, set);
    return shownSet(set, stored);
  });
  app.put<ByKey>(`${path}/:set/:kid`, async ({ params: { set, kid }, body }) => {
    const stored = await keys.put(set, foreignKey(set, parseBody(jwkBody, body), kid));
    await takeUp(server, set);
    return shownSet(set, [stored]);
  });
  app.delete<BySet>(`${path}/:set`, async ({ params: { set } }, reply) => {
    if (!(await keys.delete(set))) throw noSet();
    await takeUp(server, set);
    return reply.status(204).send();
  });
  app.delete<ByKey>(`${path}/:set/:kid`, async ({ params: { set, kid } }, reply) => {
    if (!(await keys.delete(set, kid))) throw noKey();
    await takeUp(server, set);
    return reply.status(204).send();
  });
}

/** The server signs with what is there now, and makes a key when the last one was deleted. */
async function takeUp({ keys, engine }: AuthServer, set: string): Promise<void> {
  if (set !== idTokenSet) return;
  await keys.ensureIdTokenKey();
  await engine.reloadKeys();
}

function foreignKey(set: string, body: JwkBody, kid = body.kid): ForeignKey & { kid: string } {
  if (kid === undefined) throw new OAuthError('invalid_request', 'Every key of the set needs a "kid".');
  checkName('set', set);
  checkName('kid', kid);
  if (body.kid !== undefined && body.kid !== kid) {
    throw new OAuthError('invalid_request', '"kid" in the body differs from the address.');
  }
  const key = checkForeignKey(body);
  const signsIdTokens = key.isPrivate && key.use === 'sig' && key.jwk.kty !== 'oct';
  if (set === idTokenSet && !signsIdTokens) throw notForIdTokens();
  return { ...key, kid };
}

/** Names come in addresses as well, where no schema is asked. */
function checkName(what: 'set' | 'kid', name: string): void {
  // Every address with one of these would lead elsewhere.
  if (name === '.' || name === '..')
    throw new OAuthError('invalid_request', `"${name}" cannot be the name of a ${what}.`);
  if (name.length <= longestName && /^[\x21-\x7e]+$/.test(name)) return;
  throw new OAuthError(
    'invalid_request',
    `The ${what} must be 1 to ${longestName} printable characters without spaces.`,
  );
}

/** A set as it was read holds both halves of each pair; the private one is enough. */
function withoutPublicTwins<K extends ForeignKey & { kid: string }>(set: string, keys: readonly K[]): K[] {
  const kept = new Map<string, K>();
  for (const key of keys) {
    const { kid } = bareKid(set, key.kid);
    const twin = kept.get(kid);
    if (twin && twin.isPrivate === key.isPrivate) {
      throw new OAuthError('invalid_request', `Two keys have the kid "${key.kid}".`);
    }
    if (twin && !samePublicKey(twin.jwk, key.jwk)) {
      throw new OAuthError('invalid_request', `The two halves of "${kid}" are not of one key.`);
    }
    if (!twin || key.isPrivate) kept.set(kid, key);
  }
  return [...kept.values()];
}

function samePublicKey(one: JWK, other: JWK): boolean {
  return (['kty', 'crv', 'x', 'y', 'n', 'e'] as const).every((name) => one[name] === other[name]);
}

function shownSet(set: string, keys: readonly StoredKey[]): { keys: JWK[] } {
  return { keys: keys.flatMap((key) => shownJwks(set, key)) };
}

function noSet(): OAuthError {
  return new OAuthError('not_found', 'There is no key set of that name.');
}

function noKey(): OAuthError {
  return new OAuthError('not_found', 'There is no key with that kid in that set.');
}

function notForIdTokens(): OAuthError {
  return new OAuthError('invalid_request', 'ID tokens are signed by private asymmetric keys with "use" "sig".');
}
