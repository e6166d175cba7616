// Signs a write and checks a signature; the same code runs in the main process and in the service.
// Must not know sessions or transports: it turns a method, a path, parameters and a key into 64 hex digits.

// The contract floor has neither DOM nor Node types, and both have these.
declare const crypto: {
  subtle: {
    importKey(format: 'raw', key: Uint8Array, algorithm: object, extractable: boolean, use: string[]): Promise<object>;
    sign(algorithm: string, key: object, data: Uint8Array): Promise<ArrayBuffer>;
  };
};
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

export interface Signable {
  method: string;
  /** Path without host and query, as in the catalog. */
  path: string;
  /** All top-level parameters, `random` and `timestamp` included; `signature` is left out here if present. */
  params: Record<string, unknown>;
}

/** JSON with keys sorted at every level and no spaces; `undefined` members are absent. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => compareByCodeUnit(a, b))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${entries.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** The exact text that is signed: method, path, then `name=canonical JSON` lines sorted by name. */
export function signedText({ method, path, params }: Signable): string {
  const lines = Object.entries(params)
    .filter(([name, value]) => name !== 'signature' && value !== undefined)
    .sort(([a], [b]) => compareByCodeUnit(a, b))
    .map(([name, value]) => `${name}=${canonicalJson(value)}`);
  return [method.toUpperCase(), path, ...lines].join('\n');
}

/** Hex HMAC-SHA-256 of `signedText` with the session's `signKey` (its UTF-8 bytes). */
export async function sign(request: Signable, signKey: string): Promise<string> {
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', utf8.encode(signKey), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const mac = await crypto.subtle.sign('HMAC', key, utf8.encode(signedText(request)));
  return Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares without telling by time where two signatures differ. */
export function sameSignature(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

// Locale-free, so that both sides sort alike.
function compareByCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
