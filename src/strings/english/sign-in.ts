// English: the words of signing in.

export const signIn = {
  title: 'Sign in',
  intro: 'Your books, places and notes follow you to every device.',
  scan: 'Scan this code with your phone,',
  orVisit: 'or open this address and type the code:',
  qr: 'QR code of the sign-in address',
  waiting: 'Waiting for you to agree on the other device.',
  here: 'Sign in on this computer',
  hereOpened: 'The sign-in page was opened in your browser.',
  without: 'Continue without an account',
  again: 'Try again',
  noService: 'The sign-in service does not answer. Check the network, then try again.',
  getting: 'Asking for a code…',
  notNow: 'Not now',
};
