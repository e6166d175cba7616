// A log that keeps its entries, so that tests can ask what was said.

import type { Log } from '../../electron/disk/log.ts';

export interface RecordingLog extends Log {
  entries: { level: string; message: string; facts?: Record<string, unknown> | undefined }[];
  messages(): string[];
}

export function recordingLog(): RecordingLog {
  const entries: RecordingLog['entries'] = [];
  const write = (level: string) => (message: string, facts?: Record<string, unknown>) =>
    void entries.push({ level, message, facts });
  return {
    entries,
    messages: () => entries.map(({ message }) => message),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    flush: async () => undefined,
  };
}
