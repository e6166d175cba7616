// Opens the listeners of an authorization server on HTTP. Must not know the command line.

import type { FastifyInstance } from 'fastify';
import { createHttp } from '../base/http.ts';
import type { Log } from '../base/log.ts';
import { listen } from '../base/stop.ts';
import { serveAdmin } from './admin-listener.ts';
import type { AuthServer } from './auth-server.ts';
import { outsideError } from './error-replies.ts';
import { servePublic } from './public-listener.ts';
import type { AuthSettings } from './settings.ts';

export type Listeners = 'all' | 'public' | 'admin';

export interface OpenListeners {
  /** `http://host:port`, undefined for a listener that was not asked for. */
  public: string | undefined;
  admin: string | undefined;
  close(): Promise<void>;
}

export async function openListeners(server: AuthServer, which: Listeners, version: string): Promise<OpenListeners> {
  const { settings, log } = server;
  const open: { public?: FastifyInstance; admin?: FastifyInstance } = {};
  if (which !== 'admin') {
    open.public = createListener(settings, log);
    servePublic(open.public, server);
  }
  if (which !== 'public') {
    open.admin = createListener(settings, log);
    serveAdmin(open.admin, server, version);
  }
  const close = async () => {
    await Promise.all([open.public?.close(), open.admin?.close()]);
  };
  try {
    return {
      public: open.public && (await listen(open.public, settings.public)),
      admin: open.admin && (await listen(open.admin, settings.admin)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function createListener(settings: AuthSettings, log: Log): FastifyInstance {
  return createHttp({
    log,
    quiet: true,
    trustProxy: new URL(settings.issuer).protocol === 'https:',
    errorBody: outsideError,
  });
}
