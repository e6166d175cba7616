// Rows of reviews, thoughts and comments, with likes, reposts and ratings.

/**
 * A review, or its tombstone. sync_key: counter `reviews` of its author. public_key: counter `reviews` of '', which all
 * readers' lists share.
 */
export interface ReviewRow {
  review_id: string;
  vid: string;
  sync_key: number;
  public_key: number;
  /** The public_key that it began with: its place among all, newest largest. */
  number: number;
  /** Place among the most liked; see `rankOf`. */
  rank: number;
  /** 1 once others could see it, so that their copies are told when they cannot any more. */
  was_shared: number;
  /** '' for an article that belongs to no book. */
  book_id: string;
  /** The article that it is about; else ''. */
  article_id: string;
  book_version: number;
  /** 0 for none. */
  chapter_uid: number;
  /** Both 0 for none. */
  range_start: number;
  range_end: number;
  type: number;
  star: number;
  title: string;
  content: string;
  html_content: string;
  abstract: string;
  context_abstract: string;
  is_private: number;
  friends_only: number;
  hidden_from_friends: number;
  out_of_feeds: number;
  /** JSON: `TopicRange[]`. */
  topic_ranges: string;
  /** JSON: vids. */
  at_vids: string;
  /** JSON of the strokes, or ''. */
  pencil_note: string;
  /** JSON: what else belongs to it, see `Extras` in review-rows.ts. */
  extras: string;
  /** A recording of its author's, as stored_objects names it; '' for none. */
  audio_id: string;
  audio_seconds: number;
  translate_mode: number;
  color_style: number;
  ref_review_id: string;
  original_review_id: string;
  cfi: string;
  text_quote: string;
  text_before: string;
  text_after: string;
  likes_count: number;
  /** Likes ever given, from which each takes its number. */
  likes_made: number;
  comments_count: number;
  comments_made: number;
  reposts_count: number;
  create_time: number;
  /** The newest edit of any field. */
  edit_time: number;
  /** JSON: when each field was edited last, for those edited after it was made. */
  field_times: string;
  removed_at: number;
  removal_stored_at: number;
  device_id: string;
}

export interface ReviewLikeRow {
  review_id: string;
  vid: string;
  /** Place among the review's likes. */
  number: number;
  liked_at: number;
}

/** That someone passes a review on, or did. public_key: counter `reviews` of ''. */
export interface RepostRow {
  vid: string;
  review_id: string;
  public_key: number;
  number: number;
  reposted_at: number;
  /** 0 while it stands. */
  removed_at: number;
}

/** A comment under something; an answer belongs to the thread of the comment that began it. */
export interface CommentRow {
  comment_id: string;
  subject_kind: 'review' | 'booklist';
  subject_id: string;
  vid: string;
  /** Place under the subject. */
  number: number;
  /** '' for one that begins a thread. */
  thread_id: string;
  /** Who began the thread. */
  thread_vid: string;
  to_comment_id: string;
  to_vid: string;
  content: string;
  is_reward: number;
  likes_count: number;
  /** Living answers in its thread. */
  answers_count: number;
  created_at: number;
  removed_at: number;
}

export interface CommentLikeRow {
  comment_id: string;
  vid: string;
  liked_at: number;
}

/** Someone likes that a book is on another's shelf (0), being read (1) or finished (2). */
export interface ShelfLikeRow {
  owner_vid: string;
  book_id: string;
  type: number;
  vid: string;
  liked_at: number;
}

/** The stars that a reader gives a book: those of their newest living review with stars, or of a finished mark. */
export interface RatingRow {
  book_id: string;
  vid: string;
  star: number;
  rated_at: number;
  /** '' when it was given without a review. */
  review_id: string;
  /** 0: given for the reader alone, and counted nowhere. */
  is_counted: number;
}

/** Which readers are the authors that books name, as the librarian confirmed. */
export interface AuthorAccountRow {
  author: string;
  vid: string;
}

/** What a reader set for one book. */
export interface BookSettingRow {
  vid: string;
  book_id: string;
  hide_review: number;
}

export interface ReviewsTables {
  reviews: ReviewRow;
  review_likes: ReviewLikeRow;
  reposts: RepostRow;
  comments: CommentRow;
  comment_likes: CommentLikeRow;
  shelf_likes: ShelfLikeRow;
  ratings: RatingRow;
  author_accounts: AuthorAccountRow;
  book_settings: BookSettingRow;
}
