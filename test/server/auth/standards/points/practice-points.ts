// Best current practice for OAuth 2.0 security (RFC 9700): what it recommends, section by section, and what this server
// does. `note` takes the point, the recommendation, the answer and the tests that show it.

import { note, type Row } from '../../document/rows/row.ts';

const at = (file: string) => `auth/standards/${file} > `;
const uris = at('redirect-uris');
const browser = at('browser-attacks');
const pkce = at('pkce');
const token = at('token-endpoint');
const issuer = at('issuer');

export const practicePoints: readonly Row[] = [
  note(
    'BCP 2.1 redirect',
    'Redirect URIs are compared as text, except ports of the loopback address.',
    'Compared letter by letter; anything else ends on a page of this server. Clients for devices may use any port of 127.0.0.1 or [::1].',
    `${uris}no code and no error is sent to > *`,
    `${uris}what is registered is reached, with its own query, and the loopback address at any port`,
  ),
  note(
    'BCP 2.1 open',
    'Neither clients nor the server are open redirectors.',
    'An error travels only to a registered address of a known client. Clients have their own side of it.',
    `${uris}an error goes to a registered address only after client and address were checked`,
    'auth/logout > the browser is only sent to an address that is registered letter by letter',
  ),
  note(
    'BCP 2.1 CSRF',
    'Clients keep forged responses away by PKCE, nonce or state.',
    'PKCE with S256 for everyone and obligatory without a secret; nonce in ID tokens; a state of at least 8 characters is asked of every client.',
    `${pkce}a challenge binds its code, also for clients with a secret`,
    'auth/authorization > only registered redirect URIs are ever redirected to; loopback ports may vary',
  ),
  note(
    'BCP 2.1 mix-up',
    'Clients of several servers can tell which one answered.',
    '`iss` in every response, errors included, unless an ID token in it says so.',
    `${issuer}the issuer of a response (RFC 9207) > *`,
  ),
  note(
    'BCP 2.1 credentials',
    'What people typed is never sent on by a redirect.',
    'Redirects answer with 303, also after a form.',
    `${browser}the redirect > is a GET (303), so that no form is sent on to the client`,
  ),
  note(
    'BCP 2.1.1 PKCE',
    'Clients without a secret use PKCE; the server supports it, enforces the verifier, and says so in its metadata.',
    'Only S256, `code_challenge_methods_supported` says so; a challenge in the request makes the verifier obligatory.',
    'auth/tokens > a client without secret has to use PKCE with S256',
    `${pkce}a challenge binds its code, also for clients with a secret`,
    `${issuer}metadata (RFC 8414) > has the required values, equal at both addresses`,
  ),
  note(
    'BCP 2.1.2 implicit',
    'Access tokens are better not issued by the authorization endpoint.',
    'Only to clients that registered such a response type; the default is `code`. Never in the query.',
    `${browser}the redirect > gives no tokens that were not asked for, or not registered, or in the query`,
    'auth/authorization-requests > tokens never travel in the query, and the fragment carries what was asked for',
  ),
  note(
    'BCP 2.2.1 access tokens',
    'Access tokens are bound to their sender where that is possible.',
    'Not offered: tokens are bearer tokens. They live an hour, name their audience and end with their family.',
    'auth/document/tokens > an access token has the audience that was granted',
    `${token}tokens in the wrong hands > a code that is shown twice ends what it gave, and so does a former refresh token`,
  ),
  note(
    'BCP 2.2.2 refresh tokens',
    'Refresh tokens of clients without a secret are rotated or bound to their sender.',
    'Rotated for every client; one that is shown again ends its family.',
    'auth/tokens > refreshing rotates; the old refresh token ends the family',
    'auth/single-use > a refresh token gives tokens once, and the others end them',
  ),
  note(
    'BCP 2.3 privileges',
    'Tokens have no more scope and audience than is needed.',
    'Whitelists of the client, and of these only what the person agreed to.',
    'auth/authorization > nothing is granted that was not asked for, and reserved claims stay the server’s',
    'auth/authorization-requests > audiences are those of the client, in the request and when it is refreshed',
    `${token}tokens in the wrong hands > refreshing gives no more than was granted`,
  ),
  note(
    'BCP 2.4 password grant',
    'The password grant must not be used.',
    'There is none.',
    `${token}errors of the token endpoint > the password grant, which is none here`,
  ),
  note(
    'BCP 2.5 authentication',
    'Clients authenticate where they can, best with a key of their own.',
    '`private_key_jwt` beside secrets; each client by the one method that it registered; an assertion is good once.',
    'auth/client-authentication > an assertion that the client signed is good once, also when many come at once',
    'auth/client-authentication > a secret is taken where the client registered it, and nowhere else',
    `${at('algorithms')}a client assertion is verified by the registered key alone`,
  ),
  note(
    'BCP 2.6 metadata',
    'Metadata is published.',
    'At both well-known addresses; nothing in it is untrue of the running server.',
    `${issuer}metadata (RFC 8414) > *`,
  ),
  note(
    'BCP 2.6 TLS',
    'Responses travel encrypted, except to the loopback address of a device.',
    'Plain http is refused from other machines and as a redirect URI.',
    'auth/listeners > TLS > plain http from another machine is refused, except through a named proxy that used TLS',
    `${uris}addresses that lead away from the client are refused at registration`,
  ),
  note(
    'BCP 2.6 CORS',
    'The authorization endpoint supports no cross-origin requests.',
    'Nor does any other page for people, even where CORS is on for the token endpoint.',
    `${browser}no page of another origin reads what people are asked, even where it may ask for tokens`,
  ),
  note(
    'BCP 4.1 redirect URI',
    'Insufficient validation of redirect URIs, in the code and the implicit flow.',
    'See 2.1. The fragment of a redirect URI is refused, so that none can be carried over.',
    `${uris}*`,
  ),
  note(
    'BCP 4.2 Referer',
    'Codes and states do not leak by the Referer header.',
    'Every page says `Referrer-Policy`, loads nothing of others and shows no link of theirs; `form_post` is offered.',
    `${browser}headers > no page is framed, cached or told of to others`,
    `${browser}the redirect > of a form carries no token in an address, and leads to the client alone`,
  ),
  note(
    'BCP 4.3 history',
    'Codes and tokens in the browser’s history are of no use.',
    'Codes are good once and for ten minutes; no token comes in the query, and none is taken from it.',
    'auth/single-use > a code gives tokens once, and the others end them',
    `${token}bearer tokens (RFC 6750) > come in the header or in the form, and never in the query`,
  ),
  note(
    'BCP 4.4 mix-up',
    'A response of one server is not taken for that of another.',
    'See 2.1; the token endpoint takes codes of this server only.',
    `${issuer}the issuer of a response (RFC 9207) > *`,
  ),
  note(
    'BCP 4.5 code injection',
    'A stolen code does not fit into another session of its client.',
    'PKCE binds it to the session, nonce names the session in the ID token, and it is for one client and one redirect URI.',
    `${pkce}injection: a code that was stolen does not fit into another session of its client`,
    `${pkce}a code is for its client and its redirect URI, whoever shows it`,
  ),
  note(
    'BCP 4.6 token injection',
    'A stolen access token does not fit into another session.',
    '`at_hash` in every ID token that comes with an access token, at the token endpoint as well.',
    'auth/real-clients > oauth4webapi: the ID token is bound to code and access token in the hybrid flow',
  ),
  note(
    'BCP 4.7 CSRF',
    'Nobody is signed in or made to agree by somebody else’s link.',
    'Login, consent, sign-out and devices can be resumed only by the browser that began; forms carry a token of theirs.',
    `${browser}another person’s browser > *`,
    'accounts/pages > forged forms are refused: no cookie, a foreign token, another origin',
  ),
  note(
    'BCP 4.8 downgrade',
    'Taking the challenge out of a request does not switch PKCE off.',
    'A request without it is refused without a secret; and a verifier without a challenge is refused for everyone.',
    `${pkce}downgrade: taking the challenge out of a request makes its code useless to the client`,
  ),
  note(
    'BCP 4.9, 4.10 leaks',
    'Tokens that leak at a service are of little use elsewhere.',
    'An audience in every token that asked for one, a short life, introspection that knows of every end. See 2.2.1 for binding.',
    'auth/document/tokens > an access token has the audience that was granted',
    `${token}introspection (RFC 7662) > *`,
  ),
  note(
    'BCP 4.11 redirection',
    'Neither client nor server can be used to send people elsewhere.',
    'See 2.1; after signing out as well.',
    'auth/administration > an unregistered address is never returned to after signing out',
    'auth/logout > the browser is only sent to an address that is registered letter by letter',
  ),
  note(
    'BCP 4.12 status 307',
    'A redirect never repeats a form.',
    'See 2.1: always 302 or 303.',
    `${browser}the redirect > is a GET (303), so that no form is sent on to the client`,
  ),
  note(
    'BCP 4.13 proxies',
    'Headers that a proxy sets are believed from that proxy only.',
    'Proxies are named; `X-Forwarded-*` of anybody else means nothing, and no address comes from the Host header.',
    'auth/listeners > TLS > plain http from another machine is refused, except through a named proxy that used TLS',
    `${browser}headers > addresses in replies come from the issuer, whatever host was asked for`,
  ),
  note(
    'BCP 4.14 refresh',
    'Refresh tokens are bound to client, scope and audience, are rotated, expire, and end when they are misused.',
    'Each of these; also ended by revocation, deletion of the client, the end of the consent, and logout where they are not for offline use.',
    `${token}tokens in the wrong hands > *`,
    'auth/document/tokens > a refresh token lives from its last use',
    'auth/logout > a logout ends what was issued in its session without offline_access, and nothing else',
  ),
  note(
    'BCP 4.15 impersonation',
    'A client cannot be taken for a person.',
    'Tokens of programs have no subject of a person and open no userinfo; who registers itself does not choose its name.',
    `${token}tokens in the wrong hands > a program is no person: its tokens have no subject that somebody could be`,
    `${token}tokens in the wrong hands > one kind of token is none of the other kinds`,
    'auth/registration > what only an operator may grant is not given to who asks for it',
  ),
  note(
    'BCP 4.16 clickjacking',
    'No page for people can be framed.',
    "`frame-ancestors 'none'` and `X-Frame-Options: DENY` on every page.",
    `${browser}headers > no page is framed, cached or told of to others`,
  ),
  note(
    'BCP 4.17 messages',
    'Responses by messages between windows go to their receiver alone.',
    'There are none: `response_mode=web_message` is refused.',
    `${browser}the redirect > gives no tokens that were not asked for, or not registered, or in the query`,
  ),
];
