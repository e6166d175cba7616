// Listens on a port of this machine; a port that is taken is said in one sentence.

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError, systemCode } from '../../../base/start-error.ts';

/** The port, which is a free one where 0 was asked for. */
export async function listenOn(server: Server, port: number): Promise<number> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (cause) {
    const code = systemCode(cause);
    const why = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be listened on (${code})`;
    throw new StartError(`Port ${port} ${why}; choose one that the client may be sent back to by --port.`, { cause });
  }
  return (server.address() as AddressInfo).port;
}
