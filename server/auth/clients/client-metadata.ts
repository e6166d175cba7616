// What an OAuth client is, with the defaults of absent fields. Must not know how clients are stored.

import { checkClientBody } from './check-client-body.ts';
import type { ClientBody } from './client-body.ts';

/** A stored client, without its secret. */
export type ClientMetadata = Omit<ClientBody, 'client_secret' | 'id' | 'created_at' | 'updated_at'> & {
  client_id: string;
  scope: string;
  grant_types: string[];
  response_types: string[];
  redirect_uris: string[];
  audience: string[];
  token_endpoint_auth_method: string;
};

/** Fills what is absent; the secret and the server's own fields are left out. */
export function withDefaults(body: ClientBody, clientId: string): ClientMetadata {
  checkClientBody(body);
  const { client_secret, id, created_at, updated_at, ...given } = body;
  const grants = given.grant_types?.length ? given.grant_types : ['authorization_code'];
  const browserGrant = grants.includes('authorization_code') || grants.includes('implicit');
  return {
    ...given,
    client_id: clientId,
    grant_types: grants,
    response_types: given.response_types?.length ? given.response_types : browserGrant ? ['code'] : [],
    redirect_uris: given.redirect_uris ?? [],
    audience: given.audience ?? [],
    scope: given.scope || 'openid offline offline_access',
    token_endpoint_auth_method: given.token_endpoint_auth_method ?? 'client_secret_basic',
  };
}

export function needsSecret(client: ClientMetadata): boolean {
  return client.token_endpoint_auth_method.startsWith('client_secret_');
}
