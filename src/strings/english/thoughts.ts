// English: the words of thoughts, one's own and others'.

import { plural } from './counting.ts';

export const thoughts = {
  title: 'Thought',
  titleOf: (at: number, count: number) => `Thought ${at} of ${count}`,
  write: 'Write a thought',
  change: 'Change',
  text: 'Your thought',
  visibility: 'Who may read it',
  visibilities: { private: 'Only me', friends: 'Friends', public: 'Everyone' },
  keep: 'Keep',
  delete: 'Delete',
  reallyDelete: 'Really delete',
  atRisk: 'The storage is full: what you write is held by this window only.',
  before: 'Previous',
  after: 'Next',
  own: (count: number) => plural(count, 'thought of yours', 'thoughts of yours'),
  readers: (count: number) => plural(count, 'reader underlined this', 'readers underlined this'),
  others: 'Other readers',
  show: 'Others’ underlines',
  noThoughts: 'Nobody has written about these words.',
  offline: 'The service does not answer. Others’ thoughts are not on this device.',
  loading: 'Asking the service',
  byPerson: (name: string, date: string) => `${name}, ${date}`,
};
