// Finds out which user owns the other end of a loopback connection, so that other people on the machine are refused
// before they can say anything. Linux only, where the kernel lists it in /proc/net/tcp.

import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Undefined when the connection is not listed. */
export async function peerUid(socket: Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>) {
  const theirs = kernelAddress(socket.remoteAddress, socket.remotePort);
  const ours = kernelAddress(socket.localAddress, socket.localPort);
  for (const row of (await readFile('/proc/net/tcp', 'latin1')).split('\n')) {
    const fields = row.trim().split(/\s+/);
    if (fields[1] === theirs && fields[2] === ours) return Number(fields[7]);
  }
  return undefined;
}

/** The kernel's list is not read in one piece, so that a row may be missed while others come and go. */
const readings = 5;

export type Peer = 'own' | 'foreign' | 'gone';

/** Elsewhere than on Linux nothing can be said against a peer. */
export async function recognisePeer(socket: Socket): Promise<Peer> {
  if (process.platform !== 'linux') return 'own';
  for (let reading = 0; reading < readings && !socket.destroyed; reading++) {
    const uid = await peerUid(socket);
    if (uid !== undefined) return uid === process.getuid?.() ? 'own' : 'foreign';
  }
  return 'gone';
}

// The kernel prints IPv4 addresses as little-endian hexadecimal words.
function kernelAddress(ip: string | undefined, port: number | undefined): string {
  const bytes = (ip ?? '').split('.').reverse();
  const word = bytes.map((byte) => Number(byte).toString(16).padStart(2, '0')).join('');
  return `${word}:${(port ?? 0).toString(16).padStart(4, '0')}`.toUpperCase();
}
