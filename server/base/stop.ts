// Starts to listen with a sentence for what can go wrong, ends the process in an orderly way, and gives a failure at
// start its one line. Must not know what is being stopped.

import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';
import { StartError, systemCode } from './start-error.ts';

/** Listens and answers the address, with the port that was given when 0 was asked for. */
export async function listen(app: FastifyInstance, at: { host: string; port: number }): Promise<string> {
  try {
    return await app.listen({
      host: at.host,
      port: at.port,
      listenTextResolver: (address) => `listening at ${address}`,
    });
  } catch (error) {
    const where = `${at.host}:${at.port}`;
    const code = systemCode(error);
    const sentence =
      code === 'EADDRINUSE'
        ? `Port ${at.port} on ${at.host} is in use by another program; stop that one or choose another port.`
        : code === 'EACCES'
          ? `This account may not listen on ${where}; choose a port above 1023.`
          : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
            ? `The address ${at.host} does not belong to this machine.`
            : undefined;
    if (sentence) throw new StartError(sentence, { cause: error });
    throw error;
  }
}

export interface StopStep {
  name: string;
  stop(): Promise<unknown>;
}

/**
 * Runs the steps in order at SIGTERM or SIGINT and exits: 0 when all ended in time, 1 otherwise. A second signal exits
 * at once. Answers the same stop for use by the program itself.
 */
export function stopOnSignal(
  steps: readonly StopStep[],
  options: { log: Log; deadline?: number },
): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = (reason: string) => {
    if (stopping) process.exit(1);
    options.log.info({ reason }, 'stopping');
    stopping = stopInOrder(steps, options.log, options.deadline ?? 15_000).then((orderly) => {
      process.exit(orderly ? 0 : 1);
    });
    return stopping;
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // Whoever started this holds the other end: when that process dies, however it dies, nothing stays behind.
  if (process.env.OCTAVO_STOP_WITH_STDIN === '1')
    process.stdin.on('end', () => void stop('standard input ended')).resume();
  return () => stop('asked');
}

/** Whether every step ended well and in time; a step that fails does not keep the later ones from running. */
export async function stopInOrder(steps: readonly StopStep[], log: Log, deadline: number): Promise<boolean> {
  let orderly = true;
  const end = Date.now() + deadline;
  for (const step of steps) {
    try {
      if (!(await endsBy(step.stop(), end))) {
        orderly = false;
        log.error({ step: step.name }, 'did not stop in time');
      }
    } catch (error) {
      orderly = false;
      log.error({ step: step.name, err: error }, 'failed to stop');
    }
  }
  log.flush();
  return orderly;
}

async function endsBy(work: Promise<unknown>, end: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, end - Date.now()));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a program; a failure that the person can mend is one line and code 2, anything else a stack and code 1. */
export async function runProgram(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const expected = error instanceof StartError;
    process.stderr.write(`${expected ? error.message : String((error as Error).stack ?? error)}\n`);
    process.exit(expected ? error.exitCode : 1);
  }
}
