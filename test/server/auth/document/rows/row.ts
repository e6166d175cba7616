// What one row of the document on authorization servers asks for, in our words, and the tests that show it. The page
// `docs/authorization-server-coverage.md` is made from the rows and a test run.

export interface Row {
  /** Stays as it is, so that others can refer to it. */
  id: string;
  /** What is asked for. */
  says: string;
  /**
   * `auth/tokens > a replayed code is refused …`: the file below `test/server`, the groups except those that name the
   * database, and the test. A `*` at the end stands for all that begin so.
   */
  tests: readonly string[];
  /** Rows of history, and such as leave something open: what this server does. */
  here?: string;
}

export interface Section {
  title: string;
  rows: readonly Row[];
}

/** A row that asks for behaviour. */
export function row(id: string, says: string, ...tests: [string, ...string[]]): Row {
  return { id, says, tests };
}

/** A row of history or one that leaves something open, with what this server does; shown by tests where there is something to show. */
export function note(id: string, says: string, here: string, ...tests: string[]): Row {
  return { id, says, tests, here };
}
