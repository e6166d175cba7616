// Reads server-sent events (HTML Living Standard, 9.2.6) whose data is JSON. Knows the format, not what it carries.

import { AppError } from '../errors.ts';
import { type BodyReader, createTextDecoder } from './platform.ts';

/** A line longer than this cannot be one of ours. */
const longestEvent = 1024 * 1024;

export async function* readEvents(reader: BodyReader): AsyncGenerator<unknown, void, undefined> {
  const decode = createTextDecoder();
  let text = '';
  let data: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    text += decode(done ? undefined : value);
    // A carriage return at the end may be half of a line end.
    const lines = text.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
    text = lines.pop() ?? '';
    if (text.length > longestEvent) throw broken('An event is too long.');
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      else if (line === '' && data.length > 0) {
        yield parseEvent(data.join('\n'));
        data = [];
      }
    }
    // An event without the empty line behind it is incomplete and not delivered.
    if (done) return;
  }
}

function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw broken('An event cannot be read.', cause);
  }
}

function broken(message: string, cause?: unknown): AppError {
  return new AppError('upstream_unavailable', message, undefined, { cause });
}
