// Sends a request for the command line; every way in which a server can be out of reach becomes one sentence.

import { systemCode } from '../../base/start-error.ts';
import { Refused } from '../commands/refused.ts';

const patienceSeconds = 30;

/** `hint` says where the address came from, and ends the sentence when nothing answers. */
export async function reach(address: URL, init: RequestInit, hint: string): Promise<Response> {
  try {
    return await fetch(address, {
      redirect: 'manual',
      ...init,
      signal: AbortSignal.any([AbortSignal.timeout(patienceSeconds * 1_000), ...(init.signal ? [init.signal] : [])]),
    });
  } catch (cause) {
    throw new Refused(sentenceFor(address, cause, hint), { cause });
  }
}

/** The body; a reply that is cut off is told like one that never came. */
export async function readText(response: Response, address: URL, hint: string): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new Refused(sentenceFor(address, cause, hint), { cause });
  }
}

const sentences: Record<string, (address: URL) => string> = {
  ECONNREFUSED: ({ host }) => `Nothing answers at ${host}: start the server`,
  ENOTFOUND: ({ hostname }) => `There is no machine named ${hostname}`,
  EAI_AGAIN: ({ hostname }) => `The name ${hostname} cannot be looked up right now: check the network`,
  EHOSTUNREACH: ({ hostname }) => `${hostname} cannot be reached from here: check the network`,
  ENETUNREACH: ({ hostname }) => `${hostname} cannot be reached from here: check the network`,
  ETIMEDOUT: ({ host }) => `${host} does not answer: check the network`,
  UND_ERR_CONNECT_TIMEOUT: ({ host }) => `${host} does not answer: check the network`,
  CERT_HAS_EXPIRED: ({ host }) => `The certificate of ${host} has expired: renew it`,
  CERT_NOT_YET_VALID: ({ host }) => `The certificate of ${host} is not valid yet: compare the clocks of both machines`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => `The certificate of ${host} is for another name: use that name`,
  ERR_SSL_WRONG_VERSION_NUMBER: ({ host }) => `${host} does not speak TLS: use http:// in its address`,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ({ host }) => `${host} does not speak TLS: use http:// in its address`,
};

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function sentenceFor(address: URL, cause: unknown, hint: string): string {
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return `${address.host} did not answer within ${patienceSeconds} seconds; try again, or ${hint}.`;
  }
  const code = causeCode(cause) ?? '';
  if (untrusted.has(code)) {
    return (
      `The certificate of ${address.host} comes from an authority that is not trusted here: ` +
      'name a file with that authority in NODE_EXTRA_CA_CERTS.'
    );
  }
  const sentence = sentences[code]?.(address) ?? brokenOff(address, code);
  return `${sentence}, or ${hint}.`;
}

function brokenOff({ host, protocol }: URL, code: string): string {
  const broken = code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code.startsWith('HPE_');
  if (broken && protocol === 'http:') return `${host} broke the connection off: try https:// in its address`;
  return `${host} cannot be reached${code === '' ? '' : ` (${code})`}: check the address`;
}

/** The system's code may lie some causes deep, and in one of several attempts (IPv6, IPv4). */
function causeCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = systemCode(cause) ?? (cause instanceof AggregateError ? causeCode(cause.errors[0]) : undefined);
    if (code !== undefined) return code;
  }
  return undefined;
}
