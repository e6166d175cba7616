// The rows of the reading service's database. Times are Unix seconds, flags 0 or 1, lists and objects JSON text.
// Every `sync_key` is a raise of the counter named beside it; rows of one key range are read by one index.

/** Someone who signed in, or for whom the operator imported books. The pair issuer + subject is the identity. */
export interface UserRow {
  vid: string;
  issuer: string;
  subject: string;
  name: string;
  avatar: string;
  signature: string;
  /** 0 until the first sign-in. */
  first_login_at: number;
  /** Entries on the shelf, so that a sync need not count them. */
  shelf_books: number;
  shelf_albums: number;
  created_at: number;
}

export interface DeviceRow {
  vid: string;
  device_id: string;
  device_name: string;
  device_type: string;
  created_at: number;
  last_seen_at: number;
  /** JSON: what the last sign-in told for diagnostics. */
  diagnostics: string;
}

/** One sign-in of one device. Ended sessions stay for a while, so that their tokens are told apart from unknown ones. */
export interface SessionRow {
  session_id: string;
  vid: string;
  device_id: string;
  device_type: string;
  sign_key: string;
  is_auto_logout: number;
  /** Raised by each refresh. */
  generation: number;
  /** The newest generation of which a token was seen in use. */
  confirmed_generation: number;
  created_at: number;
  last_used_at: number;
  ended_at: number;
  /** '' while it lives; else logout, kicked, reuse or expired. */
  end_reason: string;
}

/** Tokens are stored as SHA-256 only. */
export interface TokenRow {
  token_hash: string;
  session_id: string;
  kind: 'access' | 'refresh';
  generation: number;
  expires_at: number;
  /** Of a refresh token: the `random` of the refresh that used it. */
  used_random: string;
  /** Of a used refresh token: the reply, sealed with the token itself. */
  sealed_reply: string;
}

/** A device code that was redeemed, so that a device that lost the reply is answered again. */
export interface RedeemedCodeRow {
  code_hash: string;
  device_id: string;
  vid: string;
  expires_at: number;
}

/** Signed requests that were accepted; kept for longer than a timestamp stays valid. */
export interface SeenRandomRow {
  session_id: string;
  random: string;
  expires_at: number;
}

/** The content of an original file. Shared by every book with the same bytes; says nothing about who may read it. */
export interface FileRow {
  sha256: string;
  blob_key: string;
  size: number;
  md5: string;
  media_type: string;
  created_at: number;
}

/** A private book belongs to its importer; a book of the library has owner_vid ''. */
export interface BookRow {
  book_id: string;
  owner_vid: string;
  visibility: 'private' | 'library';
  /** The current version. */
  version: number;
  format: string;
  /** SHA-256 of the current version's file. */
  file_sha256: string;
  title: string;
  author: string;
  translator: string;
  publisher: string;
  publish_time: string;
  isbn: string;
  identifier: string;
  intro: string;
  language: string;
  category: string;
  direction: 'ltr' | 'rtl';
  is_vertical_layout: number;
  /** Fixed layout, all pictures. */
  is_comics: number;
  chapter_count: number;
  word_count: number;
  /** UTF-16 units of all chapters. */
  text_length: number;
  finished_count: number;
  created_at: number;
  updated_at: number;
}

export interface BookVersionRow {
  book_id: string;
  version: number;
  file_sha256: string;
  /** Name of the file as it was imported. */
  file_name: string;
  created_at: number;
}

/** Contents of one version. `length` counts UTF-16 units of the chapter's text. */
export interface ChapterRow {
  book_id: string;
  version: number;
  chapter_uid: number;
  chapter_idx: number;
  title: string;
  level: number;
  word_count: number;
  length: number;
  /** JSON: paths in the package. */
  files: string;
  /** JSON: `{title, level, anchor}[]`. */
  anchors: string;
  updated_at: number;
}

export interface CoverRow {
  book_id: string;
  blob_key: string;
  media_type: string;
  size: number;
  width: number;
  height: number;
  sha256: string;
}

/** A blob that is written before the row that will need it; what is left here for long was given up. */
export interface PendingBlobRow {
  blob_key: string;
  created_at: number;
}

/** A reserved upload and what became of it. */
export interface UploadRow {
  /** The object's name, by which notify and receive speak of it. */
  name: string;
  vid: string;
  cbid: string;
  mode: 'book' | 'cover' | 'font' | 'audio';
  file_name: string;
  suffix: string;
  blob_key: string;
  /** As announced; 0 and '' when not. */
  size: number;
  sha256: string;
  md5: string;
  state: 'reserved' | 'uploaded' | 'parsing' | 'done' | 'failed';
  book_id: string;
  /** Error code of a failed one, and the sentence for the reader. */
  error_code: string;
  error_message: string;
  created_at: number;
  updated_at: number;
  expires_at: number;
}

/**
 * An entry of a shelf, or its tombstone. sync_key: counter `shelf` of the reader. Each `…_time` is when the person made
 * the newest edit of that side; a later one wins.
 */
export interface ShelfEntryRow {
  vid: string;
  kind: 'book' | 'album';
  /** bookId or albumId. */
  item_id: string;
  sync_key: number;
  /** When the service stored the removal; 0 while it is on the shelf. */
  removed_at: number;
  presence_time: number;
  added_at: number;
  read_at: number;
  is_secret: number;
  secret_time: number;
  is_finished: number;
  /** 0 not pinned; else place among the pinned, largest first. */
  top_order: number;
  top_time: number;
  /** When it was last moved between folders. */
  placed_time: number;
  promote_id: string;
}

/** A folder of the shelf, or its tombstone. sync_key: counter `shelf`. */
export interface ArchiveRow {
  vid: string;
  archive_id: string;
  name: string;
  sync_key: number;
  removed_at: number;
  /** When it was made, renamed or deleted last. */
  edit_time: number;
  created_at: number;
}

/** That an entry is, or was, in a folder. sync_key: counter `shelf`. */
export interface ArchiveMemberRow {
  vid: string;
  archive_id: string;
  kind: 'book' | 'album';
  item_id: string;
  sync_key: number;
  removed_at: number;
}

/** Where a reader is in a book: the newest place and the furthest one. sync_key: counter `shelf`. */
export interface ProgressRow {
  vid: string;
  book_id: string;
  sync_key: number;
  /** JSON of `Place` in progress-rules.ts. */
  latest: string;
  furthest: string;
  update_time: number;
  /** Seconds of all reading, and the part listened to by machine speech or as lecture. */
  reading_time: number;
  tts_time: number;
  lecture_time: number;
  started_at: number;
  finished_at: number;
  install_id: string;
  app_id: string;
  summary: string;
  review_id: string;
}

/** A heartbeat that was applied, by which a repeated one is known. */
export interface ReadingRecordRow {
  vid: string;
  device_id: string;
  random: string;
  book_id: string;
  /** When it was measured, by the device's corrected clock. */
  recorded_at: number;
  received_at: number;
  seconds: number;
}

/** Seconds read per day of the reader's own time zone. */
export interface ReadingDayRow {
  vid: string;
  book_id: string;
  /** `2026-11-21` */
  day: string;
  seconds: number;
  listened_seconds: number;
}

export interface ReadingHourRow {
  vid: string;
  day: string;
  hour: number;
  seconds: number;
}

/** Reading or finished, as marked by hand or at the last page. */
export interface BookStateRow {
  vid: string;
  book_id: string;
  status: 'none' | 'reading' | 'finished';
  is_auto: number;
  finished_at: number;
  rating: number;
  finish_info: string;
  updated_at: number;
}

/** A bookmark or highlight, or its tombstone. sync_key: counter `marks:{bookId}` of the reader. */
export interface MarkRow {
  vid: string;
  book_id: string;
  bookmark_id: string;
  sync_key: number;
  book_version: number;
  chapter_uid: number;
  range_start: number;
  range_end: number;
  type: number;
  mark_text: string;
  context_abstract: string;
  cfi: string;
  text_quote: string;
  text_before: string;
  text_after: string;
  translate_mode: number;
  ref_mp_review_id: string;
  style: number;
  style_time: number;
  color_style: number;
  color_style_time: number;
  create_time: number;
  /** The newest edit of any field. */
  edit_time: number;
  /** When it was removed; 0 while it lives. */
  removed_at: number;
  /** When the service stored the removal, from which the tombstone's age counts. */
  removal_stored_at: number;
  device_id: string;
}

/** Client-made ids of edits that were applied, so that a replay changes nothing. */
export interface AppliedEventRow {
  vid: string;
  event_id: string;
  /** Of the mark or whatever the event was about. */
  target: string;
  applied_at: number;
}

/** Up to which key tombstones of a list were deleted. */
export interface SyncFloorRow {
  owner: string;
  collection: string;
  floor: number;
  /** How often tombstones were deleted. */
  purges: number;
}

/** Facts about this database itself, such as the number that tells its life from another server's. */
export interface FactRow {
  name: string;
  value: string;
}

export interface ReadingSchema {
  users: UserRow;
  devices: DeviceRow;
  sessions: SessionRow;
  tokens: TokenRow;
  redeemed_codes: RedeemedCodeRow;
  seen_randoms: SeenRandomRow;
  files: FileRow;
  books: BookRow;
  book_versions: BookVersionRow;
  chapters: ChapterRow;
  covers: CoverRow;
  uploads: UploadRow;
  pending_blobs: PendingBlobRow;
  shelf_entries: ShelfEntryRow;
  archives: ArchiveRow;
  archive_members: ArchiveMemberRow;
  progress: ProgressRow;
  reading_records: ReadingRecordRow;
  reading_days: ReadingDayRow;
  reading_hours: ReadingHourRow;
  book_states: BookStateRow;
  marks: MarkRow;
  applied_events: AppliedEventRow;
  sync_floors: SyncFloorRow;
  facts: FactRow;
}
