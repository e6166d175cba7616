// The standards that this server follows, by their sections that can be got wrong.

import { note, type Row } from '../../document/rows/row.ts';

const at = (file: string) => `auth/standards/${file} > `;
const token = at('token-endpoint');
const pkce = at('pkce');
const device = at('device');
const issuer = at('issuer');
const browser = at('browser-attacks');

export const coreRows: readonly Row[] = [
  note(
    '6749 3.1',
    'Parameters come once; unknown ones are ignored.',
    'A second one is `invalid_request`, in every place.',
    `${browser}parameters that come twice, in query and form, are not chosen from`,
    'auth/authorization-requests > parameters that come twice, are malformed or unknown in value are refused',
  ),
  note(
    '6749 3.2',
    'The token endpoint takes POST with a form.',
    'Anything else is 405 or 415, and nothing is read from the query.',
    `${token}errors of the token endpoint > only forms are read, whatever else they are said to be`,
    `${browser}parameters that come twice, in query and form, are not chosen from`,
  ),
  note(
    '6749 4.1.2.1',
    'Errors at the authorization endpoint.',
    'To the client with `state` and `iss`, or to a page when client or address are wrong.',
    `${issuer}the issuer of a response (RFC 9207) > comes with every error that reaches the client, and with its state`,
  ),
  note(
    '6749 4.1.3',
    'A code is for its client and its redirect URI.',
    'The address may be left out only where one alone is registered (OpenID Connect Core, section 3.1.3.2).',
    `${pkce}a code is for its client and its redirect URI, whoever shows it`,
  ),
  note(
    '6749 5.1',
    'Replies with tokens are not cached.',
    '`Cache-Control: no-store` on all of them, errors included.',
    `${browser}headers > replies with tokens, and refusals, are kept by nobody`,
  ),
  note(
    '6749 5.2',
    'Errors of the token endpoint.',
    'Each word of the list; 401 with `WWW-Authenticate` for a client that failed; descriptions in the permitted letters.',
    `${token}errors of the token endpoint > *`,
  ),
  note(
    '6749 6',
    'Refreshing gives no more than was granted, to the same client.',
    'Checked against the grant and against what the client may have today.',
    `${token}tokens in the wrong hands > refreshing gives no more than was granted`,
    `${token}tokens in the wrong hands > a client that was deleted, or may not refresh any more, refreshes nothing`,
  ),
  note(
    '6749 10.10',
    'Tokens and codes cannot be guessed.',
    '256 random bits, signed; the database holds no usable one.',
    `${pkce}codes are of 256 random bits, live ten minutes at most, and travel nowhere but to the client`,
    'auth/document/tokens > tokens are opaque and signed with HMAC-SHA-512',
  ),
  note(
    '6750 2',
    'Bearer tokens in the header or the form.',
    'Never in the query, and in one place only.',
    `${token}bearer tokens (RFC 6750) > come in the header or in the form, and never in the query`,
  ),
  note(
    '6750 3',
    'Refusals say what is missing.',
    '`invalid_token` 401, `insufficient_scope` 403 with the scope, and nothing but the realm where no token was sent.',
    `${token}bearer tokens (RFC 6750) > refusals say what is missing (section 3)`,
  ),
];

export const extensionRows: readonly Row[] = [
  note(
    '7009 2',
    'A token is revoked by its client, whatever the hint says.',
    'The whole family ends. Unknown tokens and those of others are answered 200 and nothing is done.',
    `${token}revocation (RFC 7009) > *`,
    'auth/tokens > revoking a token ends its family and tells nothing about unknown ones',
  ),
  note(
    '7636 4.1',
    'Verifiers have 43 to 128 permitted characters.',
    'Others are refused.',
    `${pkce}verifiers have 43 to 128 characters of the allowed ones (section 4.1)`,
  ),
  note(
    '7636 4.2',
    'The challenge is the SHA-256 of the verifier.',
    '`plain` is not offered.',
    `${pkce}the example of the specification works (appendix B)`,
    `${pkce}challenges that no SHA-256 makes, and other methods, are refused before anybody is asked (section 4.4.1)`,
  ),
  note(
    '7636 4.6',
    'The verifier is checked before tokens are issued.',
    'A wrong one does not use the code up.',
    `${pkce}a challenge binds its code, also for clients with a secret`,
  ),
  note(
    '7662 2.1',
    'Introspection is for services, not for the public.',
    'On the administrative listener alone.',
    `${token}introspection (RFC 7662) > is not served where the public may ask`,
    'auth/listeners > requests that are wrong > *',
  ),
  note(
    '7662 2.2',
    'A token that is not good is `{"active": false}` and nothing else.',
    'So are those without the scope that is asked for, ID tokens and codes.',
    `${token}introspection (RFC 7662) > *`,
    `${token}tokens in the wrong hands > one kind of token is none of the other kinds`,
    'auth/tokens > introspection tells what a token is, and nothing about a tampered one',
  ),
  note(
    '8414 2',
    'Metadata: required values, absent ones left out, the same issuer.',
    'The same document as OpenID Connect’s, at both addresses.',
    `${issuer}metadata (RFC 8414) > *`,
    'auth/oidc-provider/discovery > an issuer with a path is described at both of its well-known addresses, and nowhere else',
  ),
  note(
    '8628 3.1',
    'Requests of devices are checked like others.',
    'Client, scope and audience, before a code is made; 300 a minute from one address.',
    `${device}requests of devices are checked like those of browsers (section 3.1)`,
  ),
  note(
    '8628 3.2',
    'The reply to a device.',
    'Interval of 5 seconds, ten minutes, and an address with the user code.',
    `${device}the reply has what a device needs, and nothing that the page’s address would leak (section 3.2)`,
  ),
  note(
    '8628 3.3',
    'A person connects a device in a browser of theirs.',
    'The answer counts in the browser that was asked.',
    `${device}the library’s own form is closed, and an answer counts in the browser that was asked`,
    'accounts/device > a person connects a device from its QR code',
  ),
  note(
    '8628 3.5',
    'Pending, slow down, expired, refused.',
    'Each word; five seconds more for each poll that is too early.',
    `${device}each poll that comes too early makes the pause five seconds longer (section 3.5)`,
    'accounts/device > a refused device gets access_denied, on the device page and at the consent',
    'accounts/device > an expired code cannot be connected, and its device is told',
  ),
  note(
    '8628 5.1',
    'User codes cannot be guessed.',
    '34 bits for ten minutes; eleven wrong ones from an address make it wait, ever longer.',
    `${device}user codes: 34 bits of letters that nobody mixes up; device codes: 256 bits (sections 5.1, 5.2 and 6.1)`,
    'accounts/device > guessing user codes is slowed down',
  ),
  note(
    '8628 5.2',
    'Device codes cannot be guessed, and are for their client once.',
    '256 bits; shown again, the tokens end.',
    `${device}a device code is for its client, for a while, and for one reply`,
    'auth/single-use > a device code gives tokens once, and a user code binds one person',
  ),
  note(
    '8628 5.4',
    'Nobody connects somebody else’s device unawares.',
    'The code is compared and a button pressed; the page says what it means, names the device and where it asked from.',
    `${device}the device page takes no forged form, and shows the code before anything is connected (section 5.4)`,
    'accounts/device > the device page names the device, escapes what it says, and takes typed codes in any spelling',
  ),
  note(
    '9207 2',
    'Every response names its issuer, errors as well.',
    'In the query, the fragment and forms; by the ID token where one comes with it.',
    `${issuer}the issuer of a response (RFC 9207) > *`,
  ),
];
