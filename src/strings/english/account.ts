// English: the words of the account.

import { plural } from './counting.ts';

export const account = {
  title: 'Account',
  signedInAs: 'Signed in as',
  local: 'You are reading without an account. Your books and notes stay on this device.',
  expired: 'The session has ended. Sign in again; nothing on this device is lost.',
  service: 'Reading service',
  signIn: 'Sign in',
  signOut: 'Sign out…',
  signOutAsk: 'Sign out of this device?',
  signOutUnsent: (count: number) => `${plural(count, 'change was', 'changes were')} not sent yet.`,
  keepData: 'Keep books and notes',
  deleteData: 'Delete books and notes',
  sync: 'Sync',
  lastSync: 'Last sync',
  never: 'Not yet',
  unsent: 'Changes not sent yet',
  refused: 'Changes that the service refused',
  refusedNote: 'They are kept here until you decide.',
  retry: 'Send again',
  discard: 'Give up',
  change: {
    'mark.add': 'A mark',
    'mark.change': 'A changed mark',
    'mark.remove': 'A deleted mark',
    position: 'A reading position',
    'shelf.add': 'A book for the shelf',
    'shelf.delete': 'A book taken off the shelf',
    'shelf.archive': 'A folder',
    'shelf.deleteArchive': 'A deleted folder',
    'shelf.top': 'A pinned book',
    'book.secret': 'A private book',
    'book.finished': 'A finished book',
  },
};
