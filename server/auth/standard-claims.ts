// The scopes and claims of OpenID Connect Core, sections 5.1 and 5.4, as the discovery document names them. Which claims
// a person's tokens really carry is what the consent provider put into its session data.

export const standardClaims = {
  openid: ['sub', 'auth_time', 'acr', 'amr', 'sid'],
  profile: [
    ...['name', 'family_name', 'given_name', 'middle_name', 'nickname', 'preferred_username', 'profile', 'picture'],
    ...['website', 'gender', 'birthdate', 'zoneinfo', 'locale', 'updated_at'],
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
};

export const standardScopes = ['openid', 'offline_access', 'offline', 'profile', 'email', 'address', 'phone'];
