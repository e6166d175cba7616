// The one person of the certification modules, with every standard claim (OpenID Connect Core, section 5.1).

import { standardClaims } from '../../../../server/auth/standard-claims.ts';

const person: Record<string, unknown> = {
  name: 'Ada Lovelace',
  family_name: 'Lovelace',
  given_name: 'Ada',
  middle_name: 'King',
  nickname: 'Ada',
  preferred_username: 'ada',
  profile: 'https://ada.example/',
  picture: 'https://ada.example/portrait.jpg',
  website: 'https://ada.example/notes',
  gender: 'female',
  birthdate: '1815-12-10',
  zoneinfo: 'Europe/London',
  locale: 'en-GB',
  updated_at: 1_700_000_000,
  email: 'ada@example.org',
  email_verified: true,
  address: { street_address: "12 St James's Square", locality: 'London', country: 'UK' },
  phone_number: '+44 20 7946 0000',
  phone_number_verified: false,
};

export type ClaimScope = Exclude<keyof typeof standardClaims, 'openid'>;

/** The claims of some scopes, and some single ones. */
export function personClaims(scopes: readonly string[], names: readonly string[] = []): Record<string, unknown> {
  const ofScopes = Object.entries(standardClaims).flatMap(([scope, claims]) => (scopes.includes(scope) ? claims : []));
  const wanted = new Set([...ofScopes, ...names]);
  return Object.fromEntries(Object.entries(person).filter(([name]) => wanted.has(name)));
}
