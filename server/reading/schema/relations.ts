// Rows of how readers stand to each other.

/**
 * What one reader did about another; the other's side is a row of its own. Friends are two who follow each other.
 * Whoever changes a row raises the counter `sight` of both.
 */
export interface RelationRow {
  vid: string;
  other_vid: string;
  follow_state: 'none' | 'requested' | 'following';
  followed_at: number;
  /** Told of the other's new reviews. */
  is_subscribed: number;
  /** Neither sees anything of the other. */
  is_blocking: number;
  blocked_at: number;
  /** The other sees nothing of `vid`'s reading, nor of what they wrote about it. */
  is_hiding: number;
  hidden_at: number;
}

export interface RelationsTables {
  relations: RelationRow;
}
