// Opens the listeners of an authorization server on HTTP. Must not know the command line.

import type { Server } from 'node:https';
import type { FastifyInstance } from 'fastify';
import { createHttp } from '../../base/http/http.ts';
import { readTls, renewTls, type TlsFiles } from '../../base/http/tls.ts';
import type { Log } from '../../base/log.ts';
import { listen } from '../../base/stop.ts';
import type { AuthServer } from '../auth-server.ts';
import { outsideError } from '../error-replies.ts';
import type { AuthSettings } from '../settings/settings.ts';
import { serveAdmin } from './admin-listener.ts';
import { answerOrigins } from './cors.ts';
import { servePublic } from './public-listener.ts';
import { requireTls } from './require-tls.ts';

export type Listeners = 'all' | 'public' | 'admin';

export interface OpenListeners {
  /** `http(s)://host:port`, undefined for a listener that was not asked for. */
  public: string | undefined;
  admin: string | undefined;
  /** Looks whether the certificate was renewed. */
  renewTls(): void;
  close(): Promise<void>;
}

export async function openListeners(server: AuthServer, which: Listeners, version: string): Promise<OpenListeners> {
  const { settings, log } = server;
  const open: { public?: FastifyInstance; admin?: FastifyInstance } = {};
  const tls = settings.tls && readTls(settings.tls);
  if (which !== 'admin') {
    open.public = createListener(settings, log, 'public', tls);
    servePublic(open.public, server);
  }
  if (which !== 'public') {
    open.admin = createListener(settings, log, 'admin', tls);
    serveAdmin(open.admin, server, version);
  }
  const servers = [open.public, open.admin].flatMap((app) => (app ? [app.server as unknown as Server] : []));
  const renewal = settings.tls && renewTls(servers, settings.tls, log);
  const close = async () => {
    renewal?.stop();
    await Promise.all([open.public?.close(), open.admin?.close()]);
  };
  try {
    return {
      public: open.public && (await listen(open.public, settings.public)),
      admin: open.admin && (await listen(open.admin, settings.admin)),
      renewTls: () => renewal?.look(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function createListener(
  settings: AuthSettings,
  log: Log,
  which: 'public' | 'admin',
  tls: TlsFiles | undefined,
): FastifyInstance {
  const behindProxy = settings.issuer.startsWith('https:') && !tls;
  const app = createHttp({
    log,
    quiet: true,
    // Only who was named is believed about whom it speaks for.
    trustProxy: behindProxy || settings.trustedProxies.length > 0 ? ['loopback', ...settings.trustedProxies] : false,
    errorBody: outsideError,
    ...(tls ? { tls } : {}),
  });
  answerOrigins(app, settings.cors[which], which === 'public');
  const refusePlain = requireTls(settings, which);
  if (refusePlain) app.addHook('onRequest', refusePlain);
  return app;
}
