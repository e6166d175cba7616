// Certificate and private key of a listener, from files or from the settings themselves, and taken up again when the
// files change. Must not know what is served.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import type { Log } from '../log.ts';
import { StartError, systemCode } from '../start-error.ts';

export type TlsSource = { certPath: string; keyPath: string } | { cert: string; key: string };

export interface TlsFiles {
  /** PEM, the chain after the certificate itself. */
  cert: string;
  key: string;
}

const lookMilliseconds = 10_000;

/** @throws StartError in a sentence for whoever set it up. */
export function readTls(source: TlsSource): TlsFiles {
  const files =
    'cert' in source
      ? { cert: fromBase64(source.cert), key: fromBase64(source.key) }
      : { cert: readPem(source.certPath), key: readPem(source.keyPath) };
  try {
    const certificate = new X509Certificate(files.cert);
    if (!certificate.checkPrivateKey(createPrivateKey(files.key))) {
      throw new StartError('The TLS private key does not belong to the TLS certificate.');
    }
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError('The TLS certificate or its private key is not valid PEM.', { cause });
  }
  return files;
}

/**
 * Looks for a renewed certificate every ten seconds; new connections get it, open ones go on. Files that do not fit
 * together yet are left for the next look. `look` looks at once.
 */
export function renewTls(servers: readonly Server[], source: TlsSource, log: Log): { look(): void; stop(): void } {
  let present = JSON.stringify(readTls(source));
  const look = () => {
    try {
      const files = readTls(source);
      const read = JSON.stringify(files);
      if (read === present) return;
      for (const server of servers) server.setSecureContext(files);
      present = read;
      log.info({ validTo: new X509Certificate(files.cert).validTo }, 'the TLS certificate was renewed');
    } catch (error) {
      log.error({ err: error }, 'the TLS certificate could not be read again; the former one stays in use');
    }
  };
  const timer = 'cert' in source ? undefined : setInterval(look, lookMilliseconds).unref();
  return { look, stop: () => clearInterval(timer) };
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new StartError(`The TLS file ${path} cannot be read (${systemCode(cause)}).`, { cause });
  }
}

/** PEM as it is, or in base64, which fits into one line of an environment. */
function fromBase64(text: string): string {
  return text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString('utf8');
}
