// The page that shows a person an error which may not travel to a client. Must not know who made the mistake.

import type { OAuthError } from '../errors.ts';
import { type AuthSettings, issuerAddress } from '../settings/settings.ts';
import { fallbackPaths } from './fallback-pages.ts';

export function errorPageAddress(settings: AuthSettings, error: OAuthError): string {
  const address = new URL(settings.errorUrl ?? issuerAddress(settings.issuer, fallbackPaths.error));
  address.searchParams.set('error', error.code);
  address.searchParams.set('error_description', error.message);
  if (error.hint) address.searchParams.set('error_hint', error.hint);
  return address.href;
}
