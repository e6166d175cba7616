// Requests that a service makes to addresses which others chose: never into the operator's own network, never along a
// redirect, never for long. Names are resolved once and the connection goes to the very address that was checked.

import { type LookupAddress, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { type MayReach, reachableAddresses } from './private-addresses.ts';

const connectMilliseconds = 3_000;

/** The address may not be asked, whatever it would answer. */
export class AddressRefused extends Error {
  constructor(what: string) {
    super(`${what} is not an address of the public internet; OUTGOING_ALLOWED_ADDRESSES can allow it.`);
    this.name = 'AddressRefused';
  }
}

export interface Outgoing {
  /** A reply of any status; redirects are not followed. Rejects with AddressRefused as error or its cause. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** Refuses what needs no name resolution to be refused. @throws AddressRefused */
  check(url: string | URL): void;
  close(): Promise<void>;
}

export interface OutgoingLimits {
  maxBytes: number;
  milliseconds: number;
}

export const smallReplies: OutgoingLimits = { maxBytes: 256 * 1024, milliseconds: 5_000 };

export function createOutgoing(
  allowedAddresses: readonly string[],
  lookup: LookupFunction = lookupAll,
  { maxBytes, milliseconds }: OutgoingLimits = smallReplies,
): Outgoing {
  const mayReach = reachableAddresses(allowedAddresses);
  const connect = buildConnector({ timeout: connectMilliseconds, lookup: checkedLookup(mayReach, lookup) });
  const agent = new Agent({
    connect: (options, callback) =>
      connect(options, (...result) => {
        const [error, socket] = result;
        // The lookup was checked already; this holds even if a driver below asks again.
        if (error || mayReach(socket.remoteAddress ?? '')) return callback(...result);
        socket.destroy();
        callback(new AddressRefused(options.hostname), null);
      }),
    keepAliveTimeout: 1,
    headersTimeout: milliseconds,
    bodyTimeout: milliseconds,
    maxResponseSize: maxBytes,
  });
  const check = (address: string | URL) => {
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw new AddressRefused(`"${url.href}"`);
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) && !mayReach(literal)) throw new AddressRefused(url.hostname);
  };
  return {
    check,
    fetch: async (url, init = {}) => {
      check(url);
      const limit = AbortSignal.timeout(milliseconds);
      const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
      return undiciFetch(url, { ...init, redirect: 'manual', signal, dispatcher: agent });
    },
    close: () => agent.destroy(),
  };
}

const lookupAll: LookupFunction = (hostname, options, callback) => resolve(hostname, options, callback);

/** One private address among public ones refuses the name: it would be asked at the next try. */
function checkedLookup(mayReach: MayReach, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 4);
      const addresses = found as unknown as LookupAddress[];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => mayReach(address))) {
        return callback(new AddressRefused(hostname), '', 4);
      }
      if (options.all) callback(null, addresses as never, undefined as never);
      else callback(null, first.address, first.family);
    });
  };
}
