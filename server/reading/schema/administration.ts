// Rows of what the operator does.

/** Someone who is being removed with everything of theirs; the row goes last. */
export interface RemovalRow {
  vid: string;
  /** Of the account, which is gone by then. */
  name: string;
  subject: string;
  begun_at: number;
}

export interface AdministrationTables {
  removals: RemovalRow;
}
