// What a check of the installation found, one by one.

export interface Finding {
  what: 'count' | 'blob' | 'orphan' | 'reference' | 'index' | 'places' | 'removal';
  /** Row or key. */
  where: string;
  problem: string;
  repaired: boolean;
  /** What a person can do; '' when nothing has to be done. */
  advice: string;
}
