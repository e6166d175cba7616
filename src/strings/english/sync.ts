// English: the words of what waits to be sent.

export const sync = {
  now: 'Sync now',
  running: 'Syncing',
  done: 'In sync',
  offline: 'Offline',
  signedOut: 'On this device only',
  expired: 'Sign in again',
  failed: 'Sync stopped',
};
