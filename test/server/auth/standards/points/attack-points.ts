// Known attacks that no single standard lists, and what becomes of them here.

import { note, type Row } from '../../document/rows/row.ts';

const at = (file: string) => `auth/standards/${file} > `;
const token = at('token-endpoint');
const browser = at('browser-attacks');
const algorithms = at('algorithms');

export const attackPoints: readonly Row[] = [
  note(
    'A1',
    'Replay of whatever is good once, by many at the same moment.',
    'One wins, the others are refused, and reuse ends the family.',
    'auth/single-use > *',
    'auth/logout > two windows may leave at once; both arrive, and each step is taken once',
  ),
  note(
    'A2',
    'Token substitution: tokens of another client or kind, or changed ones.',
    'Refused without harm to the rightful client.',
    `${token}tokens in the wrong hands > *`,
  ),
  note(
    'A3',
    'Algorithm confusion: `none`, a public key as secret, keys that the token brings (`jwk`, `jku`, `x5u`, `x5c`), names of keys that are paths or queries.',
    'A signature is verified by a registered or published key and its algorithm alone; nothing in a header is fetched.',
    `${algorithms}*`,
    'auth/client-authentication > no algorithm but the key’s own is taken, least of all one with the public key as a secret',
  ),
  note(
    'A4',
    'Server-side requests by way of key sets, sectors and logout addresses.',
    'Addresses inside the network are refused when they are registered and, by name, when they are asked; redirects are not followed.',
    'auth/client-authentication > published keys are not looked for inside the operator’s network',
    'auth/logout-deliveries > addresses inside the network are refused at registration, and by name when they are asked',
    'auth/registration > addresses of key sets and sectors never lead into the network',
  ),
  note(
    'A5',
    'Timing of comparisons.',
    'Constant time for every secret; a password check for an unknown name costs as much. A `client_id` is public: one that is not there is answered in the same words, not after the same time.',
    `${at('secrets')}*`,
  ),
  note(
    'A6',
    'Open redirect at logout.',
    'Registered addresses, letter by letter, and only with a hint or client that fits.',
    'auth/logout > the browser is only sent to an address that is registered letter by letter',
    'auth/logout > nobody signs another browser out with a challenge of his own',
  ),
  note(
    'A7',
    'Header injection and request smuggling.',
    'No header comes of what was sent; ambiguous requests are refused.',
    'auth/listeners > requests that are wrong > no header comes of what was sent',
    'auth/hostile-text > *',
  ),
  note(
    'A8',
    'Parameter pollution, in query and form, and through prototypes.',
    'Refused, or without meaning.',
    `${browser}parameters that come twice, in query and form, are not chosen from`,
    `${token}errors of the token endpoint > large, many and nested parameters are refused or mean nothing`,
  ),
  note(
    'A9',
    'Oversized and deeply nested bodies.',
    '413 and 400 before anything is done.',
    'auth/listeners > requests that are wrong > have flat errors: method, size, type, syntax and depth',
    'auth/registration > oversized and deeply nested bodies are refused',
    `${token}errors of the token endpoint > large, many and nested parameters are refused or mean nothing`,
  ),
  note(
    'A10',
    'Content of another type than it says.',
    '415; a form is read as a form only.',
    `${token}errors of the token endpoint > only forms are read, whatever else they are said to be`,
  ),
  note(
    'A11',
    'Host headers.',
    'Addresses come from the issuer.',
    `${browser}headers > addresses in replies come from the issuer, whatever host was asked for`,
  ),
  note(
    'A12',
    'Cookies: stolen, planted, made up.',
    '`HttpOnly`, `Secure` behind https, `SameSite=Lax`, signed, for this host alone; a session has a new name after the sign-in.',
    `${browser}headers > cookies are for the server alone, for this site and for its own paths`,
    `${browser}another person’s browser > session fixation: a session that was planted before the sign-in is another one after it`,
    `${browser}another person’s browser > cookies that somebody made up or changed are none`,
    'auth/browser-sign-in > scripts of the page’s address read nothing: the session’s cookies are for the server alone',
  ),
  note(
    'A13',
    'Login CSRF and forged consents.',
    'The way back works in the browser that began, and a consent names its person.',
    `${browser}another person’s browser > *`,
  ),
  note(
    'A14',
    'Pages that call the administration.',
    'Requests of browsers are refused, by Origin, by Sec-Fetch-Site and by name of the host.',
    'auth/administration > a web page reaches the administration neither by a form nor by a name of its own',
    'auth/listeners > other origins > the administration answers a page only where it was named',
  ),
  note(
    'A15',
    'Floods: rows for anybody who asks, hashes for anybody who guesses.',
    'Limits by address, with IPv6 networks counted as one; a bounded queue of hashes that answers 429; waits that grow with wrong passwords.',
    'auth/listeners > what anybody may ask is limited by address',
    `${at('floods')}the addresses of one IPv6 network count as one`,
    'accounts/crowded > when too many sign in at once, the next one is told so, and nothing is counted against anybody',
    'accounts/pages > guessing a password is slowed down per name, in all spellings, and across restarts',
  ),
  note(
    'A16',
    'Other spellings of a path.',
    'The protocol answers to the one spelling.',
    'auth/listeners > requests that are wrong > the engine is reached by the one spelling of its paths only',
  ),
];
