// Decides who may talk to the host's server: one-time nonces are swapped for a cookie, and every request must carry
// that cookie and name one of our origins. Pure but for randomness; knows no sockets.

import { randomBytes, timingSafeEqual } from 'node:crypto';

export interface Asking {
  host: string | undefined;
  origin?: string | undefined;
  cookie: string | undefined;
}

export interface Admission {
  /** Hosts that this server answers to, `name` or `name:port`. */
  admitHost(host: string): void;
  knowsHost(host: string | undefined): boolean;
  /** A secret for one first visit; unused ones are bounded, the oldest are forgotten. */
  issueNonce(): string;
  /** The `Set-Cookie` value, or undefined when the nonce is wrong or was used. */
  redeem(nonce: string): string | undefined;
  hasCookie(cookie: string | undefined): boolean;
  /** For WebSockets and writes: the page itself must be ours. */
  isOwnPage(asking: Asking): boolean;
}

const maxNonces = 16;

export function createAdmission(): Admission {
  const hosts = new Set<string>();
  const nonces = new Set<string>();
  const token = secret();
  // Cookies do not keep ports apart: two clients of one person must not take each other's.
  const cookieName = `octavo-${randomBytes(4).toString('hex')}`;
  const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([0-9a-f]+)(?:;|$)`);
  const knowsHost = (host: string | undefined) => host !== undefined && hosts.has(host);
  const hasCookie = (cookie: string | undefined) => same(cookiePattern.exec(cookie ?? '')?.[1] ?? '', token);
  return {
    admitHost: (host) => void hosts.add(host),
    knowsHost,
    issueNonce() {
      const nonce = secret();
      nonces.add(nonce);
      const [oldest] = nonces;
      if (nonces.size > maxNonces && oldest) nonces.delete(oldest);
      return nonce;
    },
    redeem(nonce) {
      const known = [...nonces].find((candidate) => same(candidate, nonce));
      if (!known) return undefined;
      nonces.delete(known);
      return `${cookieName}=${token}; HttpOnly; SameSite=Strict; Path=/`;
    },
    hasCookie,
    isOwnPage: ({ host, origin, cookie }) => knowsHost(host) && origin === `http://${host}` && hasCookie(cookie),
  };
}

const secret = () => randomBytes(32).toString('hex');

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
