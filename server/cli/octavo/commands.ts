// All commands of the reading service, in the order in which help shows them. Each verb is loaded when it is used.

import { roles } from '../../reading/administration/roles.ts';
import {
  type Argument,
  type Command,
  commandsOf,
  type Flag,
  type Program,
  type ProgramCommand,
} from '../commands/command.ts';
import { completionCommand } from '../commands/completion-command.ts';
import { argsOf } from './args-of.ts';

const NAME: Argument = { name: 'NAME', help: 'name of the account, or id of a reader of another provider' };
const BOOKS: Argument = { name: 'BOOK', help: 'id of a book', several: true };
const FOLDER: Argument = { name: 'FOLDER', help: 'a folder on this machine' };
const user: Flag = { name: 'user', value: 'NAME', help: 'the person that it is about' };
const format: Flag = { name: 'format', value: 'FORMAT', help: 'how results are printed', choices: ['json', 'table'] };
const role: Flag = { name: 'role', value: 'ROLE', help: 'what they may do', choices: roles };
const yes: Flag = { name: 'yes', help: 'do not ask' };
const input: Flag = { name: 'password-stdin', help: 'take the password from standard input; one is made otherwise' };
const data: Flag = { name: 'data', value: 'DIR', help: 'folder of database and books', environment: 'OCTAVO_DATA' };

/** A verb takes the words that follow it. */
type Verb = (args: string[]) => Promise<void>;

function command(
  words: string,
  summary: string,
  load: () => Promise<Verb>,
  more: Pick<Command, 'arguments' | 'flags' | 'details' | 'examples'> = {},
): Command {
  const [, ...rest] = words.split(' ');
  return {
    words: words.split(' '),
    summary,
    ...more,
    run: async (call) => (await load())([...rest, ...argsOf(call)]),
  };
}

const users = async () => (await import('./users.ts')).users;
const invites = async () => (await import('./invites.ts')).invites;
const library = async () => (await import('./library.ts')).library;
const promotions = async () => (await import('./promotions.ts')).promotions;
const features = async () => (await import('./features.ts')).features;
const purchases = async () => (await import('./purchases.ts')).purchases;
const publications = async () => (await import('./publications.ts')).publications;
const articles = async () => (await import('./articles.ts')).articles;
const authors = async () => (await import('./authors.ts')).authors;

const service: readonly Command[] = [
  command('serve', 'start the service and the account pages', async () => (await import('./serve.ts')).serve, {
    flags: [
      data,
      { name: 'host', value: 'HOST', help: 'where it listens', environment: 'OCTAVO_HOST' },
      { name: 'port', value: 'N', help: 'port; 0 takes a free one', environment: 'OCTAVO_PORT' },
    ],
    details:
      'Prints one line when it answers, and stops cleanly on SIGTERM and SIGINT. docs/running.md has its settings.',
  }),
  command('migrate', 'bring the database up to date', async () => (await import('./migrate.ts')).migrateDatabase, {
    flags: [yes, data],
  }),
  command(
    'settings',
    'print the settings in use, secrets hidden',
    async () => (await import('./settings.ts')).printSettings,
    {
      flags: [data],
    },
  ),
  command('version', 'print the version', async () => async () => {
    process.stdout.write(`${(await import('./version.ts')).version}\n`);
  }),
];

const people: readonly Command[] = [
  command('users add', 'make an account', users, {
    arguments: [NAME],
    flags: [role, input, { name: 'if-missing', help: 'nothing happens when there is one of that name' }],
  }),
  command('users list', 'print everyone, with role and shelf', users, { flags: [format] }),
  command('users show', 'print what is kept of one person', users, { arguments: [NAME] }),
  command('users password', 'give a new password, and end the sign-ins of browsers', users, {
    arguments: [NAME],
    flags: [input],
  }),
  command('users rename', 'give an account another name', users, {
    arguments: [NAME, { name: 'NEW', help: 'the new name' }],
  }),
  command('users role', 'say what a person may do', users, {
    arguments: [NAME, { name: 'ROLE', help: roles.join(', ') }],
    details: 'Guests bring nothing in; librarians also bring books into the library. It counts at once.',
  }),
  command('users quota', 'say how much a person may keep', users, {
    arguments: [NAME, { name: 'SIZE', help: 'such as 5GB; none; default, which is OCTAVO_QUOTA' }],
  }),
  command('users remove', 'delete a person with everything of theirs', users, {
    arguments: [{ ...NAME, optional: true }],
    flags: [yes, { name: 'unfinished', help: 'go on with removals that were cut off' }],
    details: 'What others wrote stays, and so do the books that the person gave to the library.',
  }),
  command('invites create', 'print an address where people make their account', invites, {
    flags: [
      { name: 'uses', value: 'N', help: 'how many people; 1 unless told' },
      { name: 'days', value: 'N', help: 'how long it is valid; 7 unless told, 0 until it is revoked' },
      role,
      { name: 'note', value: 'TEXT', help: 'for the list' },
    ],
  }),
  command('invites list', 'print the invitations', invites, { flags: [format] }),
  command('invites revoke', 'end an invitation', invites, { arguments: [{ name: 'ID', help: 'its id, or its code' }] }),
  command('device approve', 'connect a device that shows a code', async () => (await import('./device.ts')).device, {
    flags: [user, { name: 'code', value: 'CODE', help: 'the code that the device shows' }],
  }),
  command('features list', 'print what was turned on and off', features, { flags: [user, format] }),
  command('features set', 'turn a feature on or off', features, {
    arguments: [
      { name: 'FEATURE', help: 'its name' },
      { name: 'STATE', help: 'on or off' },
    ],
    flags: [user, { name: 'value', value: 'TEXT', help: 'what the feature is set to' }],
  }),
  command('features unset', 'leave a feature as it is by itself', features, {
    arguments: [{ name: 'FEATURE', help: 'its name' }],
    flags: [user],
  }),
];

const books: readonly Command[] = [
  command(
    'import',
    'put books on someone’s shelf, or into the library',
    async () => (await import('./import.ts')).importFiles,
    {
      arguments: [{ name: 'PATH', help: 'a file, or a folder of books', several: true, optional: true }],
      flags: [
        user,
        { name: 'library', help: 'make them books of the library, on no shelf' },
        { name: 'as-folders', help: 'folders become folders of the shelf' },
        { name: 'retry', help: 'try again what could not be brought in' },
        { name: 'replace', value: 'BOOK', help: 'make the file the next version of a book' },
        { name: 'failures', help: 'print the files that could not be brought in, with the reason' },
      ],
      details: 'Goes on where it was cut off.',
    },
  ),
  command('library list', 'print the books that everyone here may read', library, { flags: [format] }),
  command('library publish', 'make private books the library’s', library, { arguments: [BOOKS] }),
  command('library withdraw', 'make books of the library private again', library, {
    arguments: [BOOKS],
    flags: [user],
  }),
  command(
    'wishes list',
    'print the books that readers did not find',
    async () => (await import('./wishes.ts')).wishes,
    {
      flags: [format],
    },
  ),
  command('promotions add', 'put a book on the front of the store', promotions, {
    arguments: [{ name: 'BOOK', help: 'id of a book' }],
    flags: [
      { name: 'type', value: 'TYPE', help: 'where it is shown', choices: ['banner', 'card', 'shelf'] },
      { name: 'title', value: 'TITLE', help: 'instead of the book’s own' },
      { name: 'text', value: 'TEXT', help: 'what is said of it' },
      { name: 'days', value: 'N', help: 'how long' },
    ],
  }),
  command('promotions list', 'print what the front of the store shows', promotions),
  command('promotions remove', 'take something off the front of the store', promotions, {
    arguments: [{ name: 'ID', help: 'as the list prints it' }],
  }),
];

const ARTICLE: Argument = { name: 'ARTICLE', help: 'id of an article' };
const PUBLICATION: Argument = { name: 'PUBLICATION', help: 'id of a publication' };
const AUTHOR: Argument = { name: 'AUTHOR', help: 'as the books name them' };

const writing: readonly Command[] = [
  command('authors add', 'say which reader an author is', authors, { arguments: [AUTHOR], flags: [user] }),
  command('authors list', 'print the authors who are readers here', authors, { flags: [format] }),
  command('authors remove', 'take that back', authors, { arguments: [AUTHOR], flags: [user] }),
  command('purchases grant', 'note that a person bought books, or chapters of them', purchases, {
    arguments: [BOOKS],
    flags: [
      user,
      { name: 'chapters', value: 'LIST', help: 'such as 1,3,5-9; the whole book without it' },
      { name: 'date', value: 'DATE', help: 'when; today unless told' },
      { name: 'coins', value: 'N', help: 'what was paid' },
      { name: 'note', value: 'TEXT', help: 'such as the number of the bill' },
    ],
  }),
  command('purchases list', 'print what a person bought', purchases, { flags: [user, format] }),
  command('purchases revoke', 'take a purchase back', purchases, {
    arguments: [{ name: 'ID', help: 'as the list prints it' }],
  }),
  command('publications add', 'make a publication that everyone here sees', publications, {
    arguments: [{ name: 'TITLE', help: 'its title' }],
    flags: [
      { ...user, help: 'whose collection of saved pages it is; nobody else sees it then' },
      { name: 'intro', value: 'TEXT', help: 'what it is about' },
      { name: 'category', value: 'TEXT', help: 'where it belongs' },
      { name: 'site', value: 'URL', help: 'its own pages' },
    ],
  }),
  command('publications list', 'print the publications', publications, { flags: [format] }),
  command('publications remove', 'delete a publication with its articles', publications, { arguments: [PUBLICATION] }),
  command('articles publish', 'publish web pages, Markdown or plain text as articles', articles, {
    arguments: [PUBLICATION, { name: 'FILE', help: 'an .html, .md or .txt file', several: true }],
    flags: [
      { name: 'title', value: 'TITLE', help: 'instead of the file’s own' },
      { name: 'author', value: 'NAME', help: 'who wrote it' },
      { name: 'digest', value: 'TEXT', help: 'what it says in short' },
      { name: 'url', value: 'URL', help: 'where it stands; the same address is the same article' },
      { name: 'picture', value: 'URL', help: 'shown beside it' },
      { name: 'date', value: 'DATE', help: 'when it was published; now unless told' },
      { name: 'price', value: 'N', help: 'coins; free unless told' },
      { name: 'top', help: 'pin it above the others' },
    ],
    details: 'Published again, an article is replaced.',
  }),
  command('articles list', 'print the articles of a publication', articles, {
    arguments: [PUBLICATION],
    flags: [format],
  }),
  command('articles pin', 'show an article above the others', articles, { arguments: [ARTICLE] }),
  command('articles unpin', 'show it among the others again', articles, { arguments: [ARTICLE] }),
  command('articles remove', 'delete an article', articles, { arguments: [ARTICLE] }),
];

const care: readonly Command[] = [
  command(
    'export',
    'write everything that a person has into a folder',
    async () => (await import('./export.ts')).exportPerson,
    {
      arguments: [FOLDER],
      flags: [user],
    },
  ),
  command('check', 'compare rows, counts and files', async () => (await import('./check.ts')).check, {
    flags: [
      { name: 'repair', help: 'put right what can be put right without losing anything' },
      { name: 'deep', help: 'read every byte' },
      { ...format, choices: ['json', 'text'] },
    ],
  }),
  command(
    'backup',
    'write everything into a folder, while the service runs',
    async () => (await import('./backup.ts')).backup,
    {
      arguments: [FOLDER],
      flags: [{ name: 'check', help: 'read what is there once more, and write nothing' }],
    },
  ),
  command('restore', 'bring a backup into a new database', async () => (await import('./restore.ts')).restore, {
    arguments: [FOLDER],
  }),
];

const octavo: Program = {
  name: 'octavo',
  title: 'reading service',
  flags: () => [{ name: 'help', short: 'h', help: 'explain the command' }],
  exitCodes: '0 done; 1 done in part, or something was found that needs a look; 2 refused, or the command is wrong',
  former: [],
};

export const commands: readonly ProgramCommand[] = commandsOf(octavo, [
  ...service,
  ...people,
  ...books,
  ...writing,
  ...care,
  completionCommand(octavo.name, () => commands),
]);
