// Watches a folder and brings in what appears there, once it has stopped growing. Asks the folder again and again, because
// notices of changes do not arrive from every file system.

import type { Importing } from '../import-file.ts';
import type { FoundFile } from './find-book-files.ts';
import { importFolder } from './import-folder.ts';

export interface WatchOptions {
  folder: string;
  vid: string;
  /** Removes files whose books are stored. */
  remove: boolean;
  /** Milliseconds between two looks; shorter while files are on their way. */
  every?: number;
  everySoon?: number;
}

export interface Watching {
  /** Finishes the books under way. */
  stop(): Promise<void>;
}

export function watchFolder(importing: Importing, options: WatchOptions): Watching {
  const { every = 15_000, everySoon = 2000 } = options;
  const { log } = importing;
  const stopping = new AbortController();
  let growing = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  const look = async () => {
    const seen = new Map<string, string>();
    try {
      await lookOnce(importing, options, stopping.signal, growing, seen);
    } catch (error) {
      log.error({ err: error, folder: options.folder }, 'the watched folder cannot be read in now');
    }
    growing = seen;
    if (!stopping.signal.aborted) timer = setTimeout(start, growing.size > 0 ? everySoon : every);
  };
  const start = () => {
    looking = look();
  };
  start();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Takes files that are as they were at the look before, and notes the others in `seen`. */
async function lookOnce(
  importing: Importing,
  { folder, vid, remove }: WatchOptions,
  signal: AbortSignal,
  growing: ReadonlyMap<string, string>,
  seen: Map<string, string>,
): Promise<void> {
  const isReady = (file: FoundFile) => {
    const state = `${file.size} ${file.modified}`;
    if (growing.get(file.path) === state && file.size > 0) return true;
    seen.set(file.path, state);
    return false;
  };
  await importFolder(importing, {
    vid,
    folder,
    asFolders: true,
    remove,
    isReady,
    signal,
    report(outcome) {
      const { path } = outcome.file;
      if (outcome.result === 'failed') {
        importing.log.warn(
          { path, code: outcome.code, reason: outcome.message },
          'a watched file could not be brought in',
        );
      } else if (outcome.result !== 'skipped') {
        importing.log.info({ path, bookId: outcome.bookId, result: outcome.result }, 'a watched file was brought in');
      }
    },
  });
}
