// What the main process tells of the account and its service while nobody can follow it yet: a start asks it several
// things and opens a store before it shows anything, and a change of the account opens another store.

import type { AccountState, Bridge } from '../../api/ipc.ts';

type News = Pick<AccountState, 'online' | 'clockOffset'>;

export interface ToldAccount {
  /** The same state of an account, with what was told of its service since. The same object where that is no news. */
  withNews(account: AccountState): AccountState;
  /** The last change that was told since `answered`, if it is one, and all that are told from now on. */
  follow(answered: AccountState, change: (next: AccountState) => void): void;
}

/** Call before the account is asked for: what is told after the answer would be lost otherwise. */
export function hearAccount(bridge: Bridge): ToldAccount {
  let news: Partial<News> = {};
  let told: AccountState | undefined;
  let take = (next: AccountState) => {
    told = next;
  };
  bridge.on('service.online', ({ online }) => {
    news = { ...news, online };
  });
  bridge.on('clock.changed', ({ offset }) => {
    news = { ...news, clockOffset: offset };
  });
  bridge.on('account.changed', (next) => {
    const { online, clockOffset } = next;
    news = { ...news, online, ...(clockOffset === undefined ? {} : { clockOffset }) };
    take(next);
  });
  return {
    withNews(account) {
      const fields = Object.keys(news) as (keyof News)[];
      return fields.every((field) => account[field] === news[field]) ? account : { ...account, ...news };
    },
    follow(answered, change) {
      take = change;
      // The same once more would begin a sign-in anew.
      if (told && (told.account !== answered.account || told.state !== answered.state)) change(told);
    },
  };
}
