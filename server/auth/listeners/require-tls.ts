// Refuses plain http from other machines: tokens, codes and cookies would travel in the open. A proxy that ends TLS in
// front of this server has to be named. Must not know any route.

import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { OAuthError } from '../errors.ts';
import type { AuthSettings } from '../settings/settings.ts';

/** This machine, and the networks of the settings. */
export function trustedPeers(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of ['127.0.0.0/8', '::1', ...networks]) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    // What IPv4 looks like on a socket that takes both.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

/**
 * For an `onRequest` hook. On the public listener a proxy has to say that TLS was used (`X-Forwarded-Proto`); the
 * administrative one is also asked from within the trusted network itself.
 */
export function requireTls(
  settings: AuthSettings,
  listener: 'public' | 'admin',
): ((request: FastifyRequest) => Promise<void>) | undefined {
  if (settings.tls || settings.dangerousForceHttp) return undefined;
  const trusted = trustedPeers(settings.trustedProxies);
  const thisMachine = trustedPeers([]);
  return async ({ url, headers, socket }) => {
    // Whoever watches over the server asks from anywhere, and learns nothing.
    if (/^\/health\/(alive|ready)$/.test(url)) return;
    const peer = socket.remoteAddress ?? '';
    const proto = headers['x-forwarded-proto'];
    const saysTls = typeof proto === 'string' && proto.split(',')[0]?.trim() === 'https';
    const mayOmit = listener === 'admin' || thisMachine(peer);
    const isPlain = listener === 'public' && proto !== undefined && !saysTls && settings.issuer.startsWith('https:');
    if (trusted(peer) && !isPlain && (saysTls || mayOmit)) return;
    throw new OAuthError('invalid_request', 'This server answers plain http only to this machine.', {
      hint:
        'Use https, set a TLS certificate, or name the proxy that ends TLS in HTTPS_ALLOW_TERMINATION_FROM; ' +
        'the proxy has to set X-Forwarded-Proto.',
    });
  };
}
