// Rows of official accounts, of collections of saved pages, and of their articles. On the wire each is a book whose
// chapters are its articles.

/** With owner_vid '' everyone's; otherwise the collection of one reader, which nobody else sees. */
export interface PublicationRow {
  book_id: string;
  owner_vid: string;
  kind: 'feed' | 'saved';
  title: string;
  intro: string;
  category: string;
  site_url: string;
  feed_url: string;
  picture: string;
  /** Articles that stand. */
  article_count: number;
  /** Articles ever made, from which each takes its chapter_uid. */
  articles_made: number;
  created_at: number;
  /** Of the newest change of its articles. */
  updated_at: number;
}

/** An article, or its tombstone. sync_key: counter `articles` of its book_id. */
export interface ArticleRow {
  article_id: string;
  book_id: string;
  chapter_uid: number;
  /** What makes it the same article when it comes again. */
  guid: string;
  sync_key: number;
  /** Newest last; see `placeOf`. */
  place: number;
  /** The same with pinned ones above all others. */
  top_place: number;
  /** 0 not pinned; else place among the pinned, largest first. */
  top_order: number;
  title: string;
  author_name: string;
  digest: string;
  picture: string;
  url: string;
  language: string;
  word_count: number;
  /** Coins; 0 free. */
  price: number;
  has_video: number;
  published_at: number;
  updated_at: number;
  removed_at: number;
}

/** Cleaned markup, apart from what lists read. */
export interface ArticleTextRow {
  article_id: string;
  html: string;
  fetched_at: number;
}

/** sync_key: counter `articles` of its book_id, taken when the reader first read it. */
export interface ArticleReadRow {
  vid: string;
  article_id: string;
  book_id: string;
  sync_key: number;
  in_history: number;
  read_at: number;
}

export interface PublicationsTables {
  publications: PublicationRow;
  articles: ArticleRow;
  article_texts: ArticleTextRow;
  article_reads: ArticleReadRow;
}
