// The program's log: one line per entry on standard error, as JSON or readable, with secrets taken out.
// Must not know requests beyond the names of the fields that hide something.

import pino from 'pino';

export type Log = pino.Logger;

export interface LogOptions {
  name: string;
  /** fatal, error, warn, info (default), debug, trace or silent. */
  level?: string;
  format?: 'json' | 'text';
  /** Where lines go; standard error unless a test collects them. */
  destination?: { write(line: string): void };
}

/** Field names whose values never reach the log, at the top and one or two levels down. */
const secretFields = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'signKey',
  'signature',
  'extToken',
  'client_secret',
  'access_token',
  'refresh_token',
  'id_token',
];
const secretPaths = secretFields
  .flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  .concat('*.headers["set-cookie"]');

export function createLog(options: LogOptions): Log {
  const target = options.destination ?? pino.destination({ dest: 2, sync: true });
  const destination = options.format === 'text' ? readable(target) : target;
  return pino(
    {
      name: options.name,
      level: options.level ?? 'info',
      base: { name: options.name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: '[hidden]' },
      serializers: { err: pino.stdSerializers.err, error: pino.stdSerializers.err },
    },
    destination,
  );
}

/** Turns pino's JSON lines into `12:30:00 WARN  octavo: message key=value`. */
function readable(target: { write(line: string): void }): { write(line: string): void } {
  return {
    write(line: string) {
      const { time, level, name, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
      const details = Object.entries(fields).map(([key, value]) => ` ${key}=${plain(value)}`);
      const clock = String(time).slice(11, 19);
      const stack = err ? `\n    ${String((err as { stack?: unknown }).stack).replaceAll('\n', '\n    ')}` : '';
      target.write(
        `${clock} ${String(level).toUpperCase().padEnd(5)} ${name}: ${msg ?? ''}${details.join('')}${stack}\n`,
      );
    },
  };
}

function plain(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
