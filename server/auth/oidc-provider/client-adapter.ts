// Gives the library our clients, in its own form. Must not write them.

import type { Adapter, Payload } from 'oidc-provider';
import type { ClientStore, StoredClient } from '../clients/clients.ts';

/** Clients are read from their own store and written by the administration alone. */
export class ClientAdapter implements Adapter {
  readonly #clients: ClientStore;

  constructor(clients: ClientStore) {
    this.#clients = clients;
  }

  async find(id: string): Promise<Payload | undefined> {
    const client = await this.#clients.find(id);
    // Marked, so that its sector_identifier_uri is fetched when a client is registered and not whenever it is read.
    return client && { ...libraryMetadata(client.metadata, client.secretHash), stored: true };
  }

  async upsert(): Promise<void> {
    throw new Error('Clients are written by the client store.');
  }
  async destroy(): Promise<void> {
    throw new Error('Clients are deleted by the client store.');
  }
  async consume(): Promise<void> {
    throw new Error('A client cannot be consumed.');
  }
  async revokeByGrantId(): Promise<void> {
    throw new Error('A client belongs to no grant.');
  }
  async findByUid(): Promise<undefined> {
    return undefined;
  }
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

const passedOn = [
  'client_id',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'audience',
  'policy_uri',
  'tos_uri',
  'client_uri',
  'logo_uri',
  'contacts',
  'jwks_uri',
  'jwks',
  'subject_type',
  'sector_identifier_uri',
  'client_secret_expires_at',
  'request_object_signing_alg',
  'id_token_signed_response_alg',
  'token_endpoint_auth_method',
  'token_endpoint_auth_signing_alg',
  'userinfo_signed_response_alg',
  'post_logout_redirect_uris',
  'backchannel_logout_uri',
  'backchannel_logout_session_required',
  'access_token_strategy',
  'allowed_cors_origins',
] as const;

/** The client as the library knows it: scopes are checked by us, and `native` lets loopback ports vary (RFC 8252). */
export function libraryMetadata(metadata: StoredClient['metadata'], secretHash: string | null): Payload {
  const known = Object.fromEntries(
    passedOn.map((name) => [name, metadata[name]]).filter(([, value]) => value !== undefined && value !== ''),
  );
  return {
    ...known,
    application_type: 'native',
    allowed_scope: metadata.scope,
    ...(secretHash === null ? {} : { client_secret: secretHash }),
  };
}
