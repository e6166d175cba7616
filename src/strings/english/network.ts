// English: what an open book may load from the network.

export const network = {
  asks: (hosts: string) => `This book keeps pictures, sounds or fonts on ${hosts}.`,
  asksNothing: 'The chapters seen so far ask for nothing from the network.',
  refused: 'They are not loaded. If you allow it, those servers learn that you have this book open.',
  allowed:
    'They are loaded, and those servers learn that you have this book open. Nothing else of the book may use the network.',
  allow: 'Allow this book to load from the network',
  revoke: 'No longer allow it',
};
