// Key management on the administrative listener. Private keys of the ID-token set never leave this server; other sets
// are kept for whoever made them, private parts included.

import type { FastifyInstance } from 'fastify';
import type { JWK } from 'jose';
import type { AuthServer } from '../auth-server.ts';
import { OAuthError } from '../errors.ts';
import { idTokenSet, type KeyAlgorithm, keyAlgorithms, publicJwk, type StoredKey } from '../keys.ts';
import { linkHeader } from '../page.ts';
import { parseBody } from '../parse-body.ts';
import { createKeyBody } from '../request-shapes.ts';
import { page } from './query.ts';

interface BySet {
  Params: { set: string };
}
interface ByKey {
  Params: { set: string; kid: string };
}

/** `/jwks` and, as earlier, `/keys`. */
export const keyPaths = ['/jwks', '/keys'];
const body = createKeyBody(keyAlgorithms);

export function serveKeys(app: FastifyInstance, { keys, engine }: AuthServer): void {
  for (const path of keyPaths) {
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
      if (found.length === 0) throw new OAuthError('not_found', 'There is no key set of that name.');
      return { keys: found.flatMap((key) => shown(set, key)) };
    });
    app.get<ByKey>(`${path}/:set/:kid`, async ({ params: { set, kid } }) => {
      const found = (await keys.read(set)).flatMap((key) => shown(set, key)).filter((key) => key.kid === kid);
      if (found.length === 0) throw new OAuthError('not_found', 'There is no key with that kid in that set.');
      return { keys: found };
    });
    app.post<BySet>(`${path}/:set`, async ({ params: { set }, body: given }, reply) => {
      const { alg, use, kid } = parseBody(body, given) as { alg: KeyAlgorithm; use: string; kid?: string };
      if (set === idTokenSet && (alg === 'HS256' || use !== 'sig')) {
        throw new OAuthError('invalid_request', 'ID tokens are signed by asymmetric keys: choose another alg.');
      }
      const key = await keys.create(set, alg, use, kid);
      if (set === idTokenSet) await engine.reloadKeys();
      return reply.status(201).send({ keys: shown(set, key) });
    });
  }
}

function shown(set: string, key: StoredKey): JWK[] {
  const published = publicJwk(set, key);
  if (set === idTokenSet) return published ? [published] : [];
  const own = { ...key.privateJwk, kid: published ? `private:${key.kid}` : key.kid };
  return published ? [own, published] : [own];
}
