// Puts the `octavo` program together: reading service and account pages on one listener, health, the contract's page.
// The only file that knows all parts.

import type { FastifyInstance } from 'fastify';
import { mountAccounts } from './accounts/mount.ts';
import { serveHealth } from './base/health.ts';
import { createHttp } from './base/http.ts';
import type { Log } from './base/log.ts';
import { serveFolderBlobs } from './base/serve-blobs.ts';
import { listen } from './base/stop.ts';
import { type Octavo, openOctavo, realmOf } from './open-octavo.ts';
import { serveOpenApi } from './openapi-page.ts';
import { openIdentity } from './reading/identity.ts';
import { purgeImports } from './reading/import/purge-imports.ts';
import { purge } from './reading/purge.ts';
import { serveReading } from './reading/serve-reading.ts';
import { audience, clientId, registerClient } from './register-client.ts';
import type { Settings } from './settings.ts';

export interface Running {
  /** Where it listens. */
  address: string;
  /** Resolves when the client is registered at the authorization server. */
  registered: Promise<void>;
  /** Finishes what is under way and closes everything. */
  stop(): Promise<void>;
}

const purgeEvery = 3600_000;

export async function startOctavo(settings: Settings, log: Log, version: string): Promise<Running> {
  const octavo = await openOctavo(settings, log);
  const app = createHttp({ log, trustProxy: settings.trustProxy });
  try {
    serveAll(app, octavo, version);
    const address = await listen(app, settings);
    const ending = new AbortController();
    const registered = settings.authAdminUrl
      ? registerClient(settings.authAdminUrl, log, ending.signal)
      : Promise.resolve();
    const stopPurging = purgeNowAndThen(octavo);
    log.info({ address, database: octavo.database.address }, 'listening');
    return {
      address,
      registered,
      async stop() {
        ending.abort();
        await stopPurging();
        await app.close();
        await registered;
        await octavo.close();
      },
    };
  } catch (error) {
    await app.close();
    await octavo.close();
    throw error;
  }
}

function serveAll(app: FastifyInstance, octavo: Octavo, version: string): void {
  const { settings, log, reading, database, blobs, publicUrl } = octavo;
  const { issuerUrl, authAdminUrl } = settings;
  serveHealth(app, { log, checks: { database: () => database.ping(), blobs: () => blobs.ping() } });
  serveFolderBlobs(app, blobs);
  const identity = openIdentity({
    issuer: issuerUrl,
    realm: realmOf(settings),
    clientId,
    audience,
    log,
    ...(authAdminUrl ? { introspectionUrl: new URL('oauth2/introspect', `${authAdminUrl}/`).href } : {}),
  });
  const served = serveReading(app, reading, identity, { blobs, log });
  const about = { service: publicUrl, issuer: issuerUrl, clientId, audience, version };
  app.get('/.well-known/octavo-configuration', async () => about);
  serveOpenApi(app, { version, publicUrl, served });
  if (authAdminUrl) {
    mountAccounts(app, { database: octavo.accounts, adminUrl: authAdminUrl, issuerUrl, log });
  }
}

/** Answers what stops it, after a run that is under way. */
function purgeNowAndThen({ reading, blobs, log }: Octavo): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = running
      .then(() => purge(reading))
      .then(() => purgeImports({ reading, blobs, log }))
      .catch((error: unknown) => log.error({ err: error }, 'what has had its time could not be deleted'));
  };
  const timer = setInterval(run, purgeEvery);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
