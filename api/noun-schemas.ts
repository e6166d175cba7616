// The shared nouns by name, so that a document made from the contract can refer to them instead of repeating them.

import type { TSchema } from 'typebox';
import { AnswerEvent, Citation } from './ai.ts';
import { Recommended } from './books/recommendations.ts';
import * as album from './nouns/album.ts';
import * as article from './nouns/article.ts';
import * as book from './nouns/book.ts';
import * as bookmark from './nouns/bookmark.ts';
import * as category from './nouns/category.ts';
import * as chapter from './nouns/chapter.ts';
import * as comment from './nouns/comment.ts';
import * as dictionary from './nouns/dictionary.ts';
import * as gift from './nouns/gift.ts';
import * as ledger from './nouns/ledger.ts';
import * as memberCard from './nouns/member-card.ts';
import * as mpArticle from './nouns/mp-article.ts';
import * as notebook from './nouns/notebook.ts';
import * as position from './nouns/position.ts';
import * as relation from './nouns/relation.ts';
import * as review from './nouns/review.ts';
import * as session from './nouns/session.ts';
import * as shelfEntry from './nouns/shelf-entry.ts';
import * as track from './nouns/track.ts';
import * as upload from './nouns/upload.ts';
import * as user from './nouns/user.ts';
import { ShelfChanges } from './shelf.ts';

const modules: readonly Record<string, unknown>[] = [
  { AnswerEvent, Citation, Recommended, ShelfChanges },
  album,
  article,
  book,
  bookmark,
  category,
  chapter,
  comment,
  dictionary,
  gift,
  ledger,
  memberCard,
  mpArticle,
  notebook,
  position,
  relation,
  review,
  session,
  shelfEntry,
  track,
  upload,
  user,
];

function isNoun(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && ('properties' in value || 'anyOf' in value);
}

/** Every noun that is an object of its own, by the name under which it is exported. */
export function nounSchemas(): Map<string, TSchema> {
  const nouns = new Map<string, TSchema>();
  for (const module of modules)
    for (const [name, value] of Object.entries(module)) if (isNoun(value)) nouns.set(name, value);
  return nouns;
}
