// Hands the open account's database to the views below the application.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Database } from './database.ts';

export const DatabaseContext = createContext<Database | undefined>(undefined);

export function useDatabase(): Database {
  const database = useContext(DatabaseContext);
  if (!database) throw new Error('useDatabase outside of an open account');
  return database;
}
