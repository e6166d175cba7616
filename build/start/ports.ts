// Makes sure that the ports are free before anything is started, so that the message can say which is not.

import { createServer } from 'node:net';

export interface WantedPort {
  flag: string;
  purpose: string;
  port: number;
}

/** Listens for a moment; 0 becomes a free port. Throws a sentence for a port that is taken or not allowed. */
export async function claimPort({ flag, purpose, port }: WantedPort): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is used by another program' : `can't be opened (${error.code})`;
      reject(
        new Error(`Port ${port} for ${purpose} ${why}. Stop that program, or choose another port with ${flag} N.`),
      );
    });
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      const claimed = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(claimed));
    });
  });
}
