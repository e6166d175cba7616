// Which IP addresses lie inside somebody's network instead of on the public internet, and which of those the operator
// allows all the same. Must not resolve names.

import { BlockList, isIP } from 'node:net';
import { StartError } from '../start-error.ts';

/** The special-purpose registries of IANA for IPv4. */
const specialIPv4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Inside the global unicast block; the ones that carry an IPv4 address (Teredo, 6to4) may lead anywhere. */
const specialGlobalIPv6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits] of specialIPv4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of specialGlobalIPv6) special.addSubnet(network, bits, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const mappedIPv4 = new BlockList();
mappedIPv4.addSubnet('::ffff:0:0', 96, 'ipv6');

export type MayReach = (address: string) => boolean;

/**
 * @param allowed addresses and networks (`10.1.0.0/16`, `fd00::/8`) that are reached although they are private
 * @throws StartError for something that is neither
 */
export function reachableAddresses(allowed: readonly string[]): MayReach {
  const exceptions = new BlockList();
  for (const entry of allowed) addNetwork(exceptions, entry);
  return (given) => {
    const address = given.replace(/^\[|\]$|%.*$/g, '');
    const family = familyOf(address);
    if (family === undefined) return false;
    return exceptions.check(address, family) || isPublic(address, family);
  };
}

function isPublic(address: string, family: 'ipv4' | 'ipv6'): boolean {
  if (family === 'ipv4') return !special.check(address, family);
  // A mapped address is compared with the IPv4 networks by the list itself.
  const inside = globalUnicast.check(address, family) || mappedIPv4.check(address, family);
  return inside && !special.check(address, family);
}

function addNetwork(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = familyOf(address);
  const largest = family === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? largest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (family === undefined || !(length <= largest)) {
    throw new StartError(`OUTGOING_ALLOWED_ADDRESSES takes addresses such as 10.0.0.0/8 or 127.0.0.1, not "${entry}".`);
  }
  list.addSubnet(address, length, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined;
}
