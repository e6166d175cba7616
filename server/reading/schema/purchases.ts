// Rows of what readers own because they, or somebody for them, paid for it.

/** sync_key: counter `purchases` of the reader. */
export interface PurchaseRow {
  purchase_id: string;
  vid: string;
  sync_key: number;
  /** Books include accounts, whose chapters are articles. */
  kind: 'book' | 'album';
  item_id: string;
  /** chapterUid or place of the track; 0 for the whole. */
  part: number;
  /** `grant`: by the operator, who was paid elsewhere or not at all. */
  source: 'grant' | 'coins' | 'gift';
  coins: number;
  note: string;
  bought_at: number;
  /** 0 while it stands. */
  revoked_at: number;
}

export interface PurchasesTables {
  purchases: PurchaseRow;
}
