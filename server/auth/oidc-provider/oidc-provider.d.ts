// The part of oidc-provider 9.13.3 that this server uses; the package ships no types. The last modules are private
// files of that exact version and are imported by `private-parts.ts` alone.

declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Params {
    [name: string]: string | undefined;
    client_id?: string;
    scope?: string;
    state?: string;
    audience?: string;
    prompt?: string;
    max_age?: string;
    device_code?: string;
  }
  export interface Payload {
    [name: string]: unknown;
    jti?: string;
    kind?: string;
    grantId?: string;
    uid?: string;
    userCode?: string;
    clientId?: string;
    accountId?: string;
    consumed?: number | boolean;
    exp?: number;
    iat?: number;
    scope?: string;
    error?: string;
    extra?: { ext?: Record<string, unknown>; aud?: string[]; sub?: string };
  }
  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(userCode: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }
  export interface Model {
    [name: string]: unknown;
    jti: string;
    kind: string;
    exp: number;
    iat: number;
    grantId?: string;
    clientId?: string;
    client?: Client;
    accountId?: string;
    scope?: string;
    scopes: Set<string>;
    save(ttl?: number): Promise<string>;
    destroy(): Promise<void>;
  }
  export interface ModelClass<T extends Model = Model> {
    new (payload?: object): T;
    readonly name: string;
    readonly IN_PAYLOAD: string[];
    readonly prototype: T & {
      generateTokenId(): string;
      getValueAndPayload(): Promise<{ value: string; payload?: Payload }>;
      [name: string]: unknown;
    };
    find(
      value: string,
      options?: { ignoreExpiration?: boolean; ignoreSessionBinding?: boolean },
    ): Promise<T | undefined>;
    revokeByGrantId(grantId: string): Promise<void>;
  }
  export interface Session extends Model {
    uid: string;
    accountId?: string;
    loginTs?: number;
    acr?: string;
    amr?: string[];
    transient?: boolean;
    authorizations?: Record<string, { grantId?: string; sid?: string }>;
    state?: { secret?: string; clientId?: string; postLogoutRedirectUri?: string; state?: string };
    touched?: boolean;
    /** Fields of ours, see `private-parts.ts`. */
    remembered?: boolean;
    rememberFor?: number;
    past(age: string | number): boolean;
    sidFor(clientId: string): string | undefined;
    authorizationFor(clientId: string, value?: boolean): { sid?: string };
  }
  export interface Interaction extends Model {
    uid: string;
    /** The session in which it began, when somebody was signed in there. */
    session?: { accountId?: string; uid?: string; acr?: string; amr?: string[] };
    returnTo: string;
    params: Params;
    prompt: { name: string; details: Record<string, unknown> };
    lastSubmission?: Record<string, unknown>;
    result?: Record<string, unknown>;
  }
  export interface Grant extends Model {
    addOIDCScope(scope: string): void;
  }
  export interface DeviceCode extends Model {
    userCode: string;
    params: Params;
    deviceInfo?: { ip?: string; ua?: string };
    error?: string;
    errorDescription?: string;
    isExpired: boolean;
  }
  export interface Client {
    [name: string]: unknown;
    clientId: string;
    clientSecret?: string;
    clientAuthMethod: string;
    subjectType: string;
    sectorIdentifier?: string;
    sectorIdentifierUri?: string;
    allowed_scope?: string;
    audience?: string[];
    access_token_strategy?: string;
    responseTypes: string[];
    grantTypeAllowed(type: string): boolean;
    responseTypeAllowed(type: string): boolean;
  }
  /** The keys with which a client signs; fetched from its `jwks_uri` when they are older than `freshUntil`. */
  export interface ClientKeys {
    jwksUri?: string;
    freshUntil?: number;
    selectForVerify(options: { alg: string; kid?: string }): object[];
  }
  interface RequestedClaim {
    essential?: unknown;
    value?: unknown;
    values?: unknown;
  }
  /** The claims parameter, with what other parameters ask of the ID token. */
  export interface RequestedClaims {
    id_token?: Record<string, RequestedClaim | null>;
    userinfo?: Record<string, RequestedClaim | null>;
  }
  export interface IdToken {
    mask: Record<string, unknown>;
    ctx?: Context;
    extra: Record<string, unknown>;
    set(name: string, value: unknown): void;
    issue(options: { use: string }): Promise<string>;
  }
  export interface OidcState {
    route: string;
    claims: RequestedClaims;
    params: Params;
    body?: Record<string, string | undefined>;
    client: Client;
    session: Session;
    prompts: Set<string>;
    requestParamScopes: Set<string>;
    result?: Record<string, unknown>;
    grant?: Grant;
    deviceCode?: DeviceCode;
    provider: Provider;
    entities: {
      IdTokenHint?: { payload: Record<string, unknown> };
      AccessToken?: Model;
      RefreshToken?: Model;
      Interaction?: Interaction;
    };
    entity(name: string, value: unknown): void;
    ctx: Context;
  }
  /** Koa's context with the library's part. */
  export interface Context {
    oidc: OidcState;
    req: IncomingMessage;
    res: ServerResponse;
    query: Record<string, string | undefined>;
    path: string;
    method: string;
    originalUrl: string;
    ip: string;
    status: number;
    type: string;
    body: unknown;
    redirect(url: string): void;
    set(name: string, value: string): void;
    get(name: string): string;
    remove(name: string): void;
    response: { get(name: string): string };
  }
  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly issuer: string;
    proxy: boolean;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (...args: never[]) => void): this;
    pathFor(name: string, options?: object): string;
    registerGrantType(
      name: string,
      handler: (ctx: Context) => Promise<void>,
      params?: string[],
      dupes?: string[],
    ): void;
    readonly OIDCContext: { prototype: OidcState };
    readonly Claims: {
      prototype: { available: Record<string, unknown>; client: Client; result(): Promise<Record<string, unknown>> };
    };
    readonly IdToken: {
      prototype: IdToken;
      new (claims: object, options: { client: Client }): IdToken;
      validate(token: string, client: Client): Promise<unknown>;
    };
    readonly ReplayDetection: { unique(issuer: string, jti: string, expiresAt: number): Promise<boolean> };
    readonly BaseToken: ModelClass;
    readonly AccessToken: ModelClass;
    readonly RefreshToken: ModelClass;
    readonly AuthorizationCode: ModelClass;
    readonly ClientCredentials: ModelClass;
    readonly DeviceCode: ModelClass<DeviceCode> & {
      findByUserCode(code: string, options?: { ignoreExpiration?: boolean }): Promise<DeviceCode | undefined>;
    };
    readonly Grant: ModelClass<Grant>;
    readonly Session: ModelClass<Session> & {
      get(ctx: Context): Promise<Session>;
      findByUid(uid: string): Promise<Session | undefined>;
    };
    readonly Interaction: ModelClass<Interaction>;
    createContext(request: IncomingMessage, response: ServerResponse): Context;
    readonly Client: {
      new (metadata: object): Client & { asymmetricKeyStore: ClientKeys };
      prototype: Client & { compareClientSecret(actual: string): Promise<boolean> | boolean; includeSid(): boolean };
      find(id: string): Promise<Client | undefined>;
      validate(metadata: object): Promise<void>;
    };
  }
  export default Provider;

  class OIDCProviderError extends Error {
    constructor(status: number, message: string, options?: unknown);
    allow_redirect: boolean;
    error: string;
    error_description?: string;
    status: number;
    statusCode: number;
    expose: boolean;
  }
  export const errors: {
    OIDCProviderError: typeof OIDCProviderError;
    InvalidGrant: new (options?: unknown) => OIDCProviderError;
    SessionNotFound: new (description?: string) => OIDCProviderError;
    InvalidClientMetadata: new (description: string) => OIDCProviderError;
  };
  export interface CheckResult {
    readonly __brand: 'check';
  }
  export const interactionPolicy: {
    Prompt: new (
      info: { name: string; requestable?: boolean },
      details: (ctx: Context) => Promise<unknown>,
      ...checks: object[]
    ) => object;
    Check: {
      new (
        reason: string,
        description: string,
        error: string,
        check: (ctx: Context) => boolean | Promise<boolean>,
      ): object;
      REQUEST_PROMPT: boolean;
      NO_NEED_TO_PROMPT: boolean;
    };
  };
}

declare module 'oidc-provider/lib/helpers/weak_cache.js' {
  import type { Context, Provider } from 'oidc-provider';
  export default function instance(provider: Provider): {
    configuration: { responseTypes: string[] };
    grantTypeHandlers: Map<string, (ctx: Context) => Promise<void>>;
  };
}

declare module 'oidc-provider/lib/helpers/user_codes.js' {
  export function normalize(userCode: string): string;
  export function denormalize(userCode: string, mask: string): string;
}
