// The seam between this server and the protocol library under it. Everything above speaks of challenges, clients and
// tokens; only the folder of an implementation (`oidc-provider/`) may know a library.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ClientMetadata } from './clients/client-metadata.ts';

/** The login provider's answer to an accepted login request. */
export interface LoginAnswer {
  subject: string;
  /** As the login request named it. */
  sessionId: string;
  /** Unix seconds of the authentication itself; older than now when it is skipped. */
  authenticatedAt: number;
  acr: string | undefined;
  amr: string[] | undefined;
  /** `undefined` keeps what the session already has (a skipped login). */
  remember: { for: number } | false | undefined;
}

/** The consent provider's answer to an accepted consent request. */
export interface ConsentAnswer {
  subject: string;
  clientId: string;
  grantScope: readonly string[];
  /** Names the stored consent. */
  grantId: string;
}

export interface Refusal {
  error: string;
  description: string | undefined;
}

/** What a token stands for while it is valid. */
export interface InspectedToken {
  use: 'access_token' | 'refresh_token';
  clientId: string;
  subject: string;
  scope: string[];
  audience: string[];
  extension: Record<string, unknown>;
  issuedAt: number;
  expiresAt: number;
}

/** A pending device as its user code finds it. */
export interface PendingDevice {
  state: 'pending' | 'expired' | 'used';
  userCode: string;
  clientId: string;
  scope: string[];
  requestedAt: number;
  deviceInfo: { address?: string; userAgent?: string };
}

/** Somebody who is signed in in a browser; `sid` names the session in every ID token. */
export interface BrowserSession {
  sid: string;
  subject: string;
}

/** What an ID token of this server says about who shows it. */
export interface IdTokenHint {
  clientId: string;
  subject: string;
  sid: string;
}

export interface Engine {
  /** Serves the public protocol endpoints under `/`. */
  mount(app: FastifyInstance): void;
  /** @throws OAuthError invalid_client_metadata */
  checkClient(metadata: ClientMetadata): Promise<void>;
  /** Records the answer and gives the address where the browser goes on; bound to the browser that asked. */
  acceptLogin(challenge: string, answer: LoginAnswer): Promise<string>;
  acceptConsent(challenge: string, answer: ConsentAnswer): Promise<string>;
  refuse(challenge: string, refusal: Refusal): Promise<string>;
  /** What a pairwise client knows the person as; undefined for the others. */
  pairwiseSubject(clientId: string, subject: string): Promise<string | undefined>;
  /** Where the browser goes on after an accepted device request. */
  resumeAddress(verifier: string): string;
  browserSession(request: IncomingMessage, response: ServerResponse): Promise<BrowserSession | undefined>;
  /** undefined for whatever is not an ID token of this server; an expired one is read all the same. */
  readIdToken(token: string): Promise<IdTokenHint | undefined>;
  /** A logout token for the client; undefined when there is no such client. */
  logoutToken(clientId: string, session: BrowserSession): Promise<string | undefined>;
  findDevice(userCode: string): Promise<PendingDevice | undefined>;
  refuseDevice(userCode: string): Promise<void>;
  /** undefined for whatever is not a valid token of this server. */
  inspect(token: string): Promise<InspectedToken | undefined>;
  /** Takes up the present keys of the key store. */
  reloadKeys(): Promise<void>;
}
