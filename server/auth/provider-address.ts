// Where a browser is sent to be asked: the configured page of the provider, or the page that says what is missing.

import { fallbackPaths } from './pages/fallback-pages.ts';
import { type AuthSettings, issuerAddress } from './settings/settings.ts';

export function providerAddress(
  settings: AuthSettings,
  kind: 'login' | 'consent' | 'logout' | 'device',
  challenge: string,
  extra: Record<string, string | undefined> = {},
): string {
  const configured = {
    login: settings.loginUrl,
    consent: settings.consentUrl,
    logout: settings.logoutUrl,
    device: settings.deviceUrl,
  }[kind];
  const address = new URL(configured ?? issuerAddress(settings.issuer, fallbackPaths[kind]));
  address.searchParams.set(`${kind}_challenge`, challenge);
  for (const [name, value] of Object.entries(extra)) if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
}
