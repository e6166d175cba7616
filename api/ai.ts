// Asking the book: answers with citations, never from beyond the reader's place unless asked to.

import { Type } from 'typebox';
import { ChapterUid } from './nouns/chapter.ts';
import { Flag, Id, optional, Percent, Range, route, Text, Word } from './route.ts';

/** A passage that the answer rests on. */
export const Citation = Type.Object({
  /** As `[1]` in the answer. */
  number: Type.Integer({ minimum: 1 }),
  bookId: Id(),
  chapterUid: ChapterUid(),
  chapterTitle: Text(1024),
  range: Range(),
  text: Text(4096),
});

/** One event of the stream, as `data:` of a server-sent event; `event:` repeats `kind`. */
export const AnswerEvent = Type.Union([
  Type.Object({ kind: Type.Literal('start'), chatId: Id(), messageId: Id(), basis: Word(['model', 'passages']) }),
  Type.Object({ kind: Type.Literal('citation'), citation: Citation }),
  Type.Object({ kind: Type.Literal('text'), text: Text(65536) }),
  Type.Object({ kind: Type.Literal('end'), reason: Word(['complete', 'length', 'refused']) }),
  Type.Object({ kind: Type.Literal('error'), error: Text(64), errmsg: Text(512) }),
]);

export const chatv2 = route({
  summary: 'Asks a question about a book; the answer streams, with citations. Without a model it is the best passages.',
  params: Type.Object({
    bookId: Id(),
    question: Type.String({ minLength: 1, maxLength: 4000 }),
    chatId: optional(Id('Goes on with this conversation')),
    chapterUid: optional(ChapterUid()),
    range: optional(Range()),
    progress: optional(Percent()),
    beyondPosition: optional(Flag('May use what the reader has not reached yet')),
  }),
  reply: AnswerEvent,
  content: ['text/event-stream'],
  errors: ['not_found', 'limit_reached', 'upstream_unavailable'],
});

export const suggest = route({
  summary: 'Three questions about a chapter, made from its text.',
  params: Type.Object({ bookId: Id(), chapterUid: optional(ChapterUid()) }),
  reply: Type.Object({
    bookId: Id(),
    chapterUid: ChapterUid(),
    questions: Type.Array(Type.Object({ question: Text(512), range: optional(Range()) }), { maxItems: 3 }),
  }),
  errors: ['not_found'],
  safe: true,
});
