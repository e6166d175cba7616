// The modules of the OpenID Connect certification plans for providers (basic, implicit, hybrid, and each again by form
// post), by their published names. What each of them does is in the files beside this one, in words of our own.

export interface Variant {
  responseType: string;
  /** `default` is what the response type implies. */
  responseMode: 'default' | 'form_post';
}

export interface PlannedModule extends Variant {
  name: string;
}

const everywhere = [
  'oidcc-server',
  'oidcc-idtoken-signature',
  'oidcc-scope-profile',
  'oidcc-scope-email',
  'oidcc-scope-address',
  'oidcc-scope-phone',
  'oidcc-scope-all',
  'oidcc-ensure-other-scope-order-succeeds',
  'oidcc-display-page',
  'oidcc-display-popup',
  'oidcc-prompt-login',
  'oidcc-prompt-none-not-logged-in',
  'oidcc-prompt-none-logged-in',
  'oidcc-max-age-1',
  'oidcc-max-age-10000',
  'oidcc-ensure-request-with-unknown-parameter-succeeds',
  'oidcc-id-token-hint',
  'oidcc-login-hint',
  'oidcc-ui-locales',
  'oidcc-claims-locales',
  'oidcc-ensure-request-with-acr-values-succeeds',
  'oidcc-ensure-registered-redirect-uri',
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
  'oidcc-claims-essential',
  'oidcc-ensure-request-object-with-redirect-uri',
];
const withAccessToken = ['oidcc-userinfo-get', 'oidcc-userinfo-post-header', 'oidcc-userinfo-post-body'];
const withCode = [
  'oidcc-codereuse',
  'oidcc-codereuse-30seconds',
  'oidcc-server-client-secret-post',
  'oidcc-refresh-token',
];
const nonceFree = ['oidcc-ensure-request-without-nonce-succeeds-for-code-flow'];
const nonceBound = ['oidcc-ensure-request-without-nonce-fails'];
const once = ['oidcc-response-type-missing'];

/** Plan and response type, with the modules that the plan runs for it. */
const table: [plan: string, responseType: string, modules: string[]][] = [
  [
    'basic',
    'code',
    [
      ...[...everywhere, ...withAccessToken, ...withCode, ...nonceFree, ...once],
      'oidcc-idtoken-unsigned',
      'oidcc-alternate-happy-flow',
      'oidcc-ensure-post-request-succeeds',
      'oidcc-ensure-request-with-valid-pkce-succeeds',
    ],
  ],
  ['implicit', 'id_token', [...everywhere, ...nonceBound]],
  ['implicit', 'id_token token', [...everywhere, ...nonceBound, ...withAccessToken, ...once]],
  [
    'hybrid',
    'code id_token',
    [
      ...[...everywhere, ...withAccessToken, ...withCode, ...nonceBound, ...once],
      'oidcc-ensure-request-with-valid-pkce-succeeds',
    ],
  ],
  ['hybrid', 'code token', [...everywhere, ...withAccessToken, ...withCode, ...nonceFree]],
  ['hybrid', 'code id_token token', [...everywhere, ...withAccessToken, ...withCode, ...nonceBound]],
];

export interface Plan {
  name: string;
  variant: Variant;
  modules: string[];
}

export const plans: Plan[] = (['default', 'form_post'] as const).flatMap((responseMode) =>
  table.map(([plan, responseType, modules]) => ({
    name: `oidcc-${responseMode === 'form_post' ? 'formpost-' : ''}${plan}-certification-test-plan`,
    variant: { responseType, responseMode },
    modules,
  })),
);
