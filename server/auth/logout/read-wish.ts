// What a request to the end-session endpoint asks for (OpenID Connect RP-Initiated Logout 1.0, section 2), checked: whose
// client asks, and where the browser may be sent afterwards. Must not end anything.

import type { AuthServer } from '../auth-server.ts';
import type { ClientMetadata } from '../clients/client-metadata.ts';
import type { IdTokenHint } from '../engine.ts';
import { OAuthError } from '../errors.ts';
import { fallbackPaths } from '../pages/fallback-pages.ts';
import { words } from '../scope.ts';
import { issuerAddress } from '../settings/settings.ts';

export interface LogoutWish {
  client: ClientMetadata | undefined;
  hint: IdTokenHint | undefined;
  /** Where the browser goes in the end. */
  after: string;
  uiLocales: string[];
  logoutHint: string;
}

export type LogoutParams = Partial<Record<(typeof logoutParams)[number], string>>;

export const logoutParams = [
  'id_token_hint',
  'logout_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'ui_locales',
] as const;

/** @throws OAuthError that is to be shown to the person, before anything was ended */
export async function readWish(server: AuthServer, params: LogoutParams): Promise<LogoutWish> {
  const hint = await readHint(server, params);
  const client = await findClient(server, hint?.clientId ?? params.client_id);
  return {
    client,
    hint,
    after: afterwards(server, client, params),
    uiLocales: words(params.ui_locales),
    logoutHint: params.logout_hint ?? '',
  };
}

async function readHint({ engine }: AuthServer, params: LogoutParams): Promise<IdTokenHint | undefined> {
  if (params.id_token_hint === undefined) return undefined;
  const hint = await engine.readIdToken(params.id_token_hint);
  if (!hint) throw new OAuthError('invalid_request', 'The id_token_hint is not an ID token of this server.');
  if (params.client_id !== undefined && params.client_id !== hint.clientId) {
    throw new OAuthError('invalid_request', 'The id_token_hint was issued to another client than client_id.');
  }
  return hint;
}

async function findClient({ clients }: AuthServer, clientId: string | undefined): Promise<ClientMetadata | undefined> {
  if (clientId === undefined) return undefined;
  const client = await clients.find(clientId);
  if (!client) throw new OAuthError('invalid_request', 'There is no client with that client_id.');
  return client.metadata;
}

/** Without a client nobody registered the address, so it is left aside and the person stays with this server. */
function afterwards({ settings }: AuthServer, client: ClientMetadata | undefined, params: LogoutParams): string {
  const wanted = params.post_logout_redirect_uri;
  if (wanted === undefined || !client) {
    return settings.postLogoutUrl ?? issuerAddress(settings.issuer, fallbackPaths.loggedOut);
  }
  // Compared as text: whatever another parser makes of the address, it is one that was registered.
  if (!client.post_logout_redirect_uris?.includes(wanted)) {
    throw new OAuthError('invalid_request', 'The post_logout_redirect_uri is not registered for this client.');
  }
  if (params.state === undefined) return wanted;
  return `${wanted}${wanted.includes('?') ? '&' : '?'}state=${encodeURIComponent(params.state)}`;
}
