// Rows of what an account sets and is given, and of what readers wish for.

/** A setting by name, as JSON. */
export interface AccountSettingRow {
  vid: string;
  name: string;
  value: string;
  edit_time: number;
}

/** A feature of everyone (owner '') or of one account, which stands over everyone's. Counter `features` of the owner. */
export interface FeatureRow {
  owner: string;
  name: string;
  enabled: number;
  value: string;
}

/** A book that readers searched for and did not find. */
export interface WishRow {
  wish_id: string;
  /** What makes two wishes the same: the catalog's id, else title and author without case and marks. */
  match_key: string;
  title: string;
  author: string;
  global_id: string;
  /** People who wish for it. */
  count: number;
  updated_at: number;
}

export interface WisherRow {
  wish_id: string;
  vid: string;
}

/** Access to a foreign-language reference book. */
export interface ReferenceAccessRow {
  vid: string;
  book_id: string;
  access: 'none' | 'trial' | 'read' | 'reference';
  trial_used: number;
  /** 0 never. */
  expires_at: number;
}

/** Where a reader first came upon a book, as the client calls it. */
export interface DiscoveryRow {
  vid: string;
  book_id: string;
  source: string;
  found_at: number;
}

export interface AccountsTables {
  account_settings: AccountSettingRow;
  features: FeatureRow;
  wishes: WishRow;
  wishers: WisherRow;
  reference_access: ReferenceAccessRow;
  discoveries: DiscoveryRow;
}
