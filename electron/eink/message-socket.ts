// Sends whole messages over a Unix socket that keeps them apart (SOCK_SEQPACKET), which Node cannot open: a small
// program of Perl or Python, one of which every Linux has, opens it and passes on what it reads. Knows no protocol.

import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface MessageSocket {
  /** Rejects once the connection is over. */
  send(message: Buffer): Promise<void>;
  /** Resolves when the connection is over, whoever ended it. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Prints a line once it is connected, or exits; what the other side says is read and thrown away. */
const perl = `
use strict; use Socket;
my ($path, $length) = @ARGV;
socket(my $s, AF_UNIX, SOCK_SEQPACKET, 0) or exit 3;
connect($s, sockaddr_un($path)) or exit 4;
$| = 1; print "connected\\n";
my $waiting = '';
while (1) {
  my $ready = ''; vec($ready, fileno(STDIN), 1) = 1; vec($ready, fileno($s), 1) = 1;
  select($ready, undef, undef, undef) >= 0 or exit 5;
  if (vec($ready, fileno($s), 1)) { my $said; recv($s, $said, 4096, 0); exit 6 unless defined $said && length $said; }
  if (vec($ready, fileno(STDIN), 1)) {
    my $count = sysread(STDIN, my $more, 4096); exit 0 unless $count;
    $waiting .= $more;
    while (length $waiting >= $length) { send($s, substr($waiting, 0, $length, ''), 0) or exit 7; }
  }
}
`;
const python = `
import os, select, socket, sys
path, length = sys.argv[1], int(sys.argv[2])
s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
s.connect(path)
print('connected', flush=True)
waiting = b''
while True:
    ready, _, _ = select.select([0, s], [], [])
    if s in ready and not s.recv(4096): sys.exit(6)
    if 0 in ready:
        more = os.read(0, 4096)
        if not more: sys.exit(0)
        waiting += more
        while len(waiting) >= length:
            s.send(waiting[:length]); waiting = waiting[length:]
`;
const programs = [
  ['perl', '-e', perl],
  ['python3', '-c', python],
] as const;

/** `length`: of every message, bytes. `timeout`: milliseconds to connect in. */
export async function openMessageSocket(path: string, length: number, timeout = 3000): Promise<MessageSocket> {
  const problems: unknown[] = [];
  for (const program of programs) {
    try {
      return await connect(program, path, length, timeout);
    } catch (error) {
      problems.push(error);
    }
  }
  throw new AggregateError(problems, `The socket ${path} cannot be reached.`);
}

async function connect(
  [program, flag, script]: readonly [string, string, string],
  path: string,
  length: number,
  timeout: number,
): Promise<MessageSocket> {
  const child = spawn(program, [flag, script, path, String(length)], { stdio: ['pipe', 'pipe', 'ignore'] });
  const over = Promise.withResolvers<void>();
  child.once('error', () => over.resolve());
  child.once('exit', () => over.resolve());
  // A write to a program that has ended is told by `send`.
  child.stdin.on('error', () => over.resolve());
  let open = true;
  void over.promise.then(() => {
    open = false;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  await Promise.race([once(child.stdout, 'data'), over.promise]);
  clearTimeout(timer);
  if (!open || child.exitCode !== null) throw new Error(`${program} could not connect to ${path}.`);
  return {
    async send(message) {
      if (!open) throw new Error('The connection is over.');
      if (!child.stdin.write(message)) await Promise.race([once(child.stdin, 'drain'), over.promise]);
    },
    closed: over.promise,
    async close() {
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), 500);
      await over.promise;
      clearTimeout(late);
    },
  };
}
