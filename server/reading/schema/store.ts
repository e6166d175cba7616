// Rows of the store and of recommendations. Everything but readers' choices is computed from other tables, and can be
// again.

/** A book whose words, categories and numbers have to be computed anew. */
export interface BookChangeRow {
  book_id: string;
  changed_at: number;
}

/** A reader whose interest in a book may have changed. */
export interface InterestChangeRow extends BookChangeRow {
  vid: string;
}

/** A word by which a book is found; `fields` are bits of book-words.ts. */
export interface BookWordRow {
  word: string;
  book_id: string;
  fields: number;
  /** Whose book it is while only that reader may see it; '' for the library's. */
  owner_vid: string;
  /** Larger is shown sooner; see word-rank.ts. */
  rank: number;
}

/** All words of all books, in which mistyped ones are looked for. */
export interface StoreWordRow {
  word: string;
  /** Without the first character. */
  tail: string;
  books: number;
}

export interface StoreCategoryRow {
  category_id: number;
  /** 0 for none. */
  parent_id: number;
  name_key: string;
  title: string;
  kind: 'subject' | 'form';
  /** Books of the library. */
  book_count: number;
}

export interface BookCategoryRow {
  category_id: number;
  book_id: string;
}

/** Numbers of a book of the library. Popularity and rise are logarithms of sums that all fade alike; see book-stats.ts. */
export interface BookStatsRow {
  book_id: string;
  author_key: string;
  readers: number;
  finished: number;
  rising: number;
  popular: number;
  /** Sum of squared interests, by which what is read together is measured. */
  norm: number;
  rated: number;
  rating_count: number;
  /** Share of good ratings in thousandths. */
  new_rating: number;
  added_at: number;
}

/** A rank of a category (0: of the whole store) and when it was computed. */
export interface StoreListRow {
  category_id: number;
  kind: string;
  generation: number;
  computed_at: number;
  /** Days since 1970. */
  day: number;
  total: number;
  is_stale: number;
}

export interface StoreRankRow {
  category_id: number;
  kind: string;
  idx: number;
  book_id: string;
  /** Its idx when the day began; 0 for none. */
  day_idx: number;
}

/** That a reader reads, or read, a book of the library, as far as it counts for others; private reading has no row. */
export interface InterestRow {
  vid: string;
  book_id: string;
  /** 0 to 1. */
  weight: number;
  /** Doubles every half year; of the week of the last reading. */
  freshness: number;
  read_at: number;
  first_at: number;
  is_finished: number;
}

/** How much two books are read by the same people; each pair has two rows. */
export interface CoreadRow {
  book_id: string;
  other_id: string;
  score: number;
  readers: number;
}

/** What a search found, so that its later pages go on with it. */
export interface StoreSearchRow {
  sid: string;
  vid: string;
  asked: string;
  /** JSON: ids by scope. */
  found: string;
  created_at: number;
}

export interface SearchedWordRow {
  vid: string;
  word: string;
  searched_at: number;
}

export interface SearchedTagRow {
  word: string;
  shown: string;
  scope: number;
  readers: number;
}

/** What a reader does not want to be recommended. */
export interface FeedbackRow {
  vid: string;
  kind: 'book' | 'author' | 'person';
  /** bookId, folded author, or vid. */
  target: string;
  type: number;
  /** JSON: why and where it had been recommended. */
  told: string;
  created_at: number;
}

export interface ShownBookRow {
  vid: string;
  session_id: string;
  idx: number;
  book_id: string;
  shown_at: number;
}

/** What the librarians point to. */
export interface PromotionRow {
  promote_id: string;
  type: 'banner' | 'card' | 'shelf';
  subtype: 'book' | 'booklist' | 'account';
  target_id: string;
  title: string;
  text: string;
  cover: string;
  start_time: number;
  /** 0 for none. */
  end_time: number;
  place: number;
}

/** That a public review speaks of a topic. */
export interface TopicReviewRow {
  topic_id: string;
  review_id: string;
  name: string;
  book_id: string;
  vid: string;
  /** The review's place among all. */
  number: number;
  create_time: number;
}

export interface StoreTables {
  book_changes: BookChangeRow;
  interest_changes: InterestChangeRow;
  book_words: BookWordRow;
  store_words: StoreWordRow;
  store_categories: StoreCategoryRow;
  book_categories: BookCategoryRow;
  book_stats: BookStatsRow;
  store_lists: StoreListRow;
  store_ranks: StoreRankRow;
  interests: InterestRow;
  coread: CoreadRow;
  store_searches: StoreSearchRow;
  searched_words: SearchedWordRow;
  searched_tags: SearchedTagRow;
  feedback: FeedbackRow;
  shown_books: ShownBookRow;
  promotions: PromotionRow;
  topic_reviews: TopicReviewRow;
}
