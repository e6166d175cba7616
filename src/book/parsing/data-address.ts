// Reads what stands in a data address (RFC 2397), so that it can be looked at before a browser does.

const head = /^\s*data:([^,;]*)((?:;[^,;]*)*),/i;

export function isData(reference: string): boolean {
  return head.test(reference);
}

/** Empty for an address that is spelled wrong. */
export function contentOfData(reference: string): Blob {
  const [start, type = '', options = ''] = head.exec(reference) ?? [''];
  const body = reference.slice(start.length);
  const bytes = /;\s*base64\s*$/i.test(options) ? fromBase64(body) : fromPercent(body);
  // Without its letters' encoding: a drawing says that itself.
  return new Blob([bytes], { type: type.trim().toLowerCase() });
}

function fromBase64(body: string): Uint8Array<ArrayBuffer> {
  const letters = body
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  const whole = letters.length % 4 === 1 ? letters.slice(0, -1) : letters;
  const binary = atob(whole);
  const bytes = new Uint8Array(binary.length);
  for (let n = 0; n < binary.length; n++) bytes[n] = binary.charCodeAt(n);
  return bytes;
}

function fromPercent(body: string): Uint8Array<ArrayBuffer> {
  const [text] = body.split('#');
  const written = new TextEncoder().encode(text);
  const bytes = new Uint8Array(written.length);
  let length = 0;
  for (let at = 0; at < written.length; at++) {
    const code =
      written[at] === 0x25 ? Number.parseInt(String.fromCharCode(...written.subarray(at + 1, at + 3)), 16) : -1;
    const isCode = code >= 0 && at + 2 < written.length;
    bytes[length++] = isCode ? code : (written[at] ?? 0);
    if (isCode) at += 2;
  }
  return bytes.subarray(0, length);
}
