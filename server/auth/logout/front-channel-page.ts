// The page that signs a browser out of clients by hidden frames (OpenID Connect Front-Channel Logout 1.0) and goes on once
// they are loaded, or after a while without them. Must not know sessions.

import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ClientMetadata } from '../clients/client-metadata.ts';
import { escapeHtml } from '../pages/html-page.ts';

/** The page's own script and, without scripts, the browser go on after these. */
const patienceMilliseconds = 4_000;
const patienceSeconds = 6;

const script = `
const next = document.querySelector('a').href;
const frames = [...document.querySelectorAll('iframe')];
const leave = () => location.replace(next);
let waiting = frames.length;
for (const frame of frames) {
  frame.addEventListener('load', () => { if (--waiting === 0) leave(); });
  frame.src = frame.dataset.src;
}
setTimeout(leave, ${patienceMilliseconds});
`;
const scriptHash = createHash('sha256').update(script).digest('base64');

/** The addresses to load, with issuer and session where the client wants them. */
export function frameAddresses(clients: readonly ClientMetadata[], issuer: string, sid: string): string[] {
  return clients.flatMap((client) => {
    if (!client.frontchannel_logout_uri) return [];
    const address = new URL(client.frontchannel_logout_uri);
    if (client.frontchannel_logout_session_required) {
      address.searchParams.set('iss', issuer);
      address.searchParams.set('sid', sid);
    }
    return [address.href];
  });
}

export function sendFrontChannelPage(reply: FastifyReply, frames: readonly string[], next: string): FastifyReply {
  const origins = [...new Set(frames.map((address) => new URL(address).origin))];
  const policy = `default-src 'none'; script-src 'sha256-${scriptHash}'; frame-src ${origins.join(' ')}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(page(frames.map(escapeHtml), escapeHtml(next)));
}

// Sandboxed: a client's page may do what it needs to forget somebody, and not lead the browser elsewhere.
function page(frames: readonly string[], next: string): string {
  const attributes = 'hidden referrerpolicy="no-referrer" sandbox="allow-scripts allow-same-origin"';
  const list = frames.map((address) => `<iframe ${attributes} data-src="${address}"></iframe>`);
  const plain = frames.map((address) => `<iframe ${attributes} src="${address}"></iframe>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing out</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<noscript><meta http-equiv="refresh" content="${patienceSeconds};url=${next}"></noscript></head>
<body><main><h1>Signing out</h1><p>You are being signed out of the applications that you used.</p>
<p><a href="${next}">Continue</a></p></main>
${list.join('\n')}
<noscript>${plain.join('\n')}</noscript>
<script>${script}</script></body></html>`;
}
