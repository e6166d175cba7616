// Making an EPUB of an imported PDF: a job that is started, polled and ends in a book.

import { Type } from 'typebox';
import { Code, Duration, Flag, Id, optional, route, Text, Whole, Word } from '../route.ts';

const ConversionState = Type.Object({
  cbid: Id('The job'),
  bookId: Id('The PDF'),
  state: Word(['waiting', 'running', 'done', 'failed', 'cancelled']),
  pagesDone: Whole(),
  pages: Whole('0 while not known'),
  /** The EPUB, once done. */
  resultBookId: optional(Id()),
  /** Why it failed, in a sentence for the reader. */
  error: optional(Text(64)),
  errmsg: optional(Text(512)),
  /** Seconds to wait before asking again; 0 when it has ended. */
  retryAfter: Duration(),
});

export const pdf2epubNotify = route({
  summary: 'The state of a conversion; waits up to 25 s for it to change.',
  params: Type.Object({ cbid: Id() }),
  reply: ConversionState,
  errors: ['not_found'],
});

export const transPdfepub = route({
  summary: 'Starts the conversion of a PDF into an EPUB, or asks how far it is.',
  params: Type.Object({
    bookId: optional(Id('The PDF; absent with cbid')),
    cbid: optional(Id('A job that was started')),
    pollPdf2Epub: optional(Flag('Only ask, never start')),
    transType: optional(Code([0, 1], '0 text and pictures, 1 text alone')),
    transFormat: optional(Word(['epub'])),
    offset: optional(Whole('First page to convert, from 0')),
    uid: optional(Id('Must be the caller when given')),
    isCancel: optional(Flag('1: ends the conversion of cbid, if it is under way; the reply says what became of it')),
  }),
  reply: ConversionState,
  errors: ['not_found', 'unsupported_format', 'bad_book', 'limit_reached'],
});
