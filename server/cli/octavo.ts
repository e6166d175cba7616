// The command line of the reading service: picks the verb and turns failures into one sentence and an exit code.

import { AppError } from '../../api/errors.ts';
import { StartError } from '../base/start-error.ts';

const usage = `octavo - reading service

  octavo serve [--data DIR] [--host HOST] [--port N]     start the service and the account pages
  octavo migrate [--yes]                                 bring the database up to date
  octavo users add NAME [--role ROLE] [--password-stdin] [--if-missing]
  octavo users list [--format json|table]
  octavo users show NAME
  octavo users password NAME [--password-stdin]          give a new password, and end the sign-ins of browsers
  octavo users rename NAME NEW
  octavo users role NAME guest|reader|librarian          guests bring nothing in; librarians also into the library
  octavo users quota NAME SIZE|none|default              what the person may keep, such as 5GB
  octavo users remove NAME [--yes]                       delete the person with everything of theirs
  octavo users remove --unfinished                       go on with removals that were cut off
  octavo invites create [--uses N] [--days N] [--role ROLE] [--note TEXT]
                                                         print an address where people make their account
  octavo invites list [--format json|table]
  octavo invites revoke ID|CODE
  octavo device approve --user NAME --code USER-CODE     connect a device that shows this code
  octavo import --user NAME [--as-folders] [--retry] [--library] FILE|FOLDER...
                                                         put books on someone's shelf; goes on where it was cut off
  octavo import --user NAME --replace BOOK FILE          make a file the next version of a book
  octavo import --user NAME --failures                   files that could not be brought in, with the reason
  octavo promotions add BOOK [--type banner|card|shelf] [--title TITLE] [--text TEXT] [--days N]
  octavo promotions list | remove ID                     what the front of the store shows
  octavo library list [--format json|table]              books that everyone here may read
  octavo library publish BOOK...
  octavo library withdraw BOOK... [--user NAME]          make them private again
  octavo wishes list [--format json|table]               books that readers looked for and did not find
  octavo features list|set NAME on|off|unset NAME [--value TEXT] [--user NAME]
  octavo export --user NAME FOLDER                       write everything that a person has into a folder
  octavo check [--repair] [--deep] [--format json|text]  compare rows, counts and files; --deep reads every byte
  octavo backup FOLDER [--check]                         write everything into a folder, while the service runs
  octavo restore FOLDER                                  bring a backup into a new database
  octavo settings                                        print the settings in use, secrets hidden
  octavo version

Settings come from flags, then the environment, then the file named by OCTAVO_CONFIG: OCTAVO_DATA,
OCTAVO_DATABASE_URL, OCTAVO_BLOBS_URL, OCTAVO_HOST, OCTAVO_PORT, OCTAVO_PUBLIC_URL, OCTAVO_ISSUER_URL,
OCTAVO_AUTH_ADMIN_URL, OCTAVO_QUOTA, OCTAVO_MIGRATE, OCTAVO_WATCH, OCTAVO_WATCH_USER, OCTAVO_WATCH_REMOVE, LOG_LEVEL, LOG_FORMAT.
`;

async function run([verb, ...rest]: string[]): Promise<void> {
  switch (verb) {
    case 'serve':
      return (await import('./octavo/serve.ts')).serve(rest);
    case 'migrate':
      return (await import('./octavo/migrate.ts')).migrateDatabase(rest);
    case 'users':
      return (await import('./octavo/users.ts')).users(rest);
    case 'device':
      return (await import('./octavo/device.ts')).device(rest);
    case 'import':
      return (await import('./octavo/import.ts')).importFiles(rest);
    case 'promotions':
      return (await import('./octavo/promotions.ts')).promotions(rest);
    case 'invites':
      return (await import('./octavo/invites.ts')).invites(rest);
    case 'library':
      return (await import('./octavo/library.ts')).library(rest);
    case 'wishes':
      return (await import('./octavo/wishes.ts')).wishes(rest);
    case 'features':
      return (await import('./octavo/features.ts')).features(rest);
    case 'export':
      return (await import('./octavo/export.ts')).exportPerson(rest);
    case 'check':
      return (await import('./octavo/check.ts')).check(rest);
    case 'backup':
      return (await import('./octavo/backup.ts')).backup(rest);
    case 'restore':
      return (await import('./octavo/restore.ts')).restore(rest);
    case 'settings':
      return (await import('./octavo/settings.ts')).printSettings(rest);
    case 'version':
      process.stdout.write(`${(await import('./octavo/version.ts')).version}\n`);
      return;
    case 'help':
    case '--help':
      process.stdout.write(usage);
      return;
    default:
      throw new StartError(
        verb === undefined ? usage.trim() : `"${verb}" is not a command of octavo; try octavo help.`,
      );
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const wrongFlag = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!(error instanceof StartError) && !(error instanceof AppError) && !wrongFlag) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
