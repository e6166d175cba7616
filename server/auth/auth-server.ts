// What one authorization server consists of: stores, engine and settings over one database. The listeners and the
// command line are built on it; it must not listen itself.

import type { Database } from '../base/database/database.ts';
import { createOutgoing } from '../base/http/outgoing.ts';
import type { Log } from '../base/log.ts';
import { ClientStore } from './clients/clients.ts';
import { ConsentStore } from './consents.ts';
import type { Engine } from './engine.ts';
import { idTokenSet } from './keys/key-names.ts';
import { KeyStore } from './keys/keys.ts';
import { resealAll } from './keys/reseal.ts';
import { SecretRing } from './keys/secret-ring.ts';
import { LogoutDeliveries } from './logout/deliveries.ts';
import { SessionEnd } from './logout/end-sessions.ts';
import { createEngine } from './oidc-provider/create-engine.ts';
import { RequestStore } from './requests.ts';
import { type EndedSession, SessionStore } from './sessions.ts';
import type { AuthSettings } from './settings/settings.ts';
import { flush } from './storage/flush.ts';
import type { AuthTables } from './storage/tables.ts';
import { SubjectIdentifiers } from './subject-identifiers.ts';

export interface AuthServer {
  settings: AuthSettings;
  database: Database<AuthTables>;
  log: Log;
  ring: SecretRing;
  clients: ClientStore;
  keys: KeyStore;
  requests: RequestStore;
  consents: ConsentStore;
  sessions: SessionStore;
  subjects: SubjectIdentifiers;
  sessionEnd: SessionEnd;
  deliveries: LogoutDeliveries;
  engine: Engine;
  /**
   * Takes other system secrets while the server runs: the first signs from now on. Nothing changes when the signing keys
   * cannot be opened with them.
   */
  replaceSecrets(secrets: readonly string[]): Promise<void>;
  /** Stops the timers, after the requests that it makes itself; the database is its opener's. */
  stop(): Promise<void>;
}

const keyCheckMilliseconds = 10_000;
const flushMilliseconds = 15 * 60_000;

/** The server without listeners, on a database that is up to date. Rejects with `StartError` when no secret opens its keys. */
export async function createAuthServer(
  settings: AuthSettings,
  database: Database<AuthTables>,
  log: Log,
): Promise<AuthServer> {
  const ring = new SecretRing(settings.systemSecrets);
  const keys = new KeyStore(database, ring, settings.keyActivation);
  await keys.ensureIdTokenKey();
  const clients = new ClientStore(database, ring);
  const requests = new RequestStore(database, ring);
  const consents = new ConsentStore(database, ring, settings.scopeStrategy);
  const sessions = new SessionStore(database, ring);
  const subjects = new SubjectIdentifiers(database, settings.pairwiseSalt);
  const outgoing = createOutgoing(settings.outgoingAddresses);
  const stores = { database, ring, clients, keys, requests, consents, sessions, subjects };
  const leftBehind = (session: EndedSession) => sessionEnd.leftBehind(session);
  const engine = await createEngine({ settings, log, outgoing, leftBehind, ...stores });
  const sign = engine.logoutToken.bind(engine);
  const deliveries = new LogoutDeliveries({ database, clients, outgoing, log, sign });
  const sessionEnd = new SessionEnd({ database, sessions, consents, clients, deliveries, log });
  deliveries.start();
  const stopping = new AbortController();
  const timers = [await watchKeys(keys, engine, log), flushRegularly(database, log, stopping.signal)];
  const reseal = () => {
    resealAll(database, ring, stopping.signal)
      .then((count) => count > 0 && log.info({ count }, 'what is sealed for long was sealed with the first secret'))
      .catch((error: unknown) => log.error({ err: error }, 'what a former secret sealed could not be sealed anew'));
  };
  if (settings.systemSecrets.length > 1) reseal();
  return {
    settings,
    database,
    log,
    ring,
    clients,
    keys,
    requests,
    consents,
    sessions,
    subjects,
    sessionEnd,
    deliveries,
    engine,
    replaceSecrets: async (secrets) => {
      // Fails here, before anything was changed, when the keys would be lost.
      await new KeyStore(database, new SecretRing(secrets)).read(idTokenSet);
      ring.replace(secrets);
      await engine.reloadKeys();
      reseal();
    },
    stop: async () => {
      stopping.abort();
      timers.forEach(clearInterval);
      await deliveries.stop();
      await outgoing.close();
    },
  };
}

/** Another process may have made a key. */
async function watchKeys(keys: KeyStore, engine: Engine, log: Log): Promise<NodeJS.Timeout> {
  let known = await keys.fingerprint();
  const look = async () => {
    let now = await keys.fingerprint();
    if (now === known) return;
    if (now === '') {
      // Seen between the deletion of the last key and the making of the next.
      await keys.ensureIdTokenKey();
      now = await keys.fingerprint();
    }
    await engine.reloadKeys();
    known = now;
    log.info('the signing keys changed and were loaded again');
  };
  return setInterval(() => {
    look().catch((error: unknown) => log.error({ err: error }, 'the signing keys could not be read'));
  }, keyCheckMilliseconds).unref();
}

function flushRegularly(database: Database<AuthTables>, log: Log, signal: AbortSignal): NodeJS.Timeout {
  let running = false;
  const run = async () => {
    // After a long pause there may be more to remove than fits between two flushes.
    if (running) return;
    running = true;
    try {
      await flush(database, { signal });
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'expired rows could not be removed');
    } finally {
      running = false;
    }
  };
  return setInterval(() => void run(), flushMilliseconds).unref();
}
