// Turns an event into the request that tells the service. Pure; the event's id and time travel along, so that
// sending it twice is one edit and merging is decided by when the reader made it.

import type { MarkRow } from '../../db/marks/marks.ts';
import type { EventRow, MarkEvent, PositionEvent, ShelfEvent } from '../../db/outbox/events.ts';
import type { Transport } from '../transport.ts';

type PlainEvent = EventRow & { body: ShelfEvent | MarkEvent };

/** One event, one request. */
export async function sendEvent(transport: Transport, { id, at, body }: PlainEvent, deviceId: string): Promise<void> {
  const edit = { eventId: id, editTime: at };
  switch (body.kind) {
    case 'mark.add':
      await transport.call('POST /book/addBookmark', { ...addedMark(body.mark), deviceId, ...edit });
      return;
    case 'mark.change':
      await transport.call('POST /book/updateBookmark', { bookmarkId: body.mark.bookmarkId, ...body.change, ...edit });
      return;
    case 'mark.remove':
      await transport.call('POST /book/removeBookmark', { bookmarkId: body.bookmarkId, ...edit });
      return;
    case 'shelf.add':
      await transport.call('POST /shelf/add', { bookIds: body.bookIds, ...edit });
      return;
    case 'shelf.delete':
      await transport.call('POST /shelf/delete', { bookIds: body.bookIds, ...edit });
      return;
    case 'shelf.archive':
      await transport.call('POST /shelf/archive', {
        ...(body.archiveId === '' ? { archiveId: '0' } : { archiveId: body.archiveId, name: body.name }),
        bookIds: body.bookIds,
        ...edit,
      });
      return;
    case 'shelf.deleteArchive':
      await transport.call('POST /shelf/deleteArchive', {
        archiveId: body.archiveId,
        removeBooks: body.removeBooks,
        ...edit,
      });
      return;
    case 'shelf.top':
      await transport.call('POST /shelf/top', { bookIds: body.bookIds, isTop: body.isTop, ...edit });
      return;
    case 'book.secret':
      await transport.call('POST /book/secret', { bookIds: body.bookIds, private: body.secret, ...edit });
      return;
    case 'book.finished':
      await transport.call('POST /book/markstatus', {
        bookId: body.bookIds[0],
        status: 4,
        isCancel: body.finished ? 0 : 1,
        ...edit,
      });
  }
}

function addedMark(mark: MarkRow) {
  return {
    bookId: mark.bookId,
    ...(mark.bookVersion > 0 ? { bookVersion: mark.bookVersion } : {}),
    chapterUid: mark.chapterUid,
    markText: mark.markText.slice(0, 16384),
    range: `${mark.start}-${mark.end}`,
    type: mark.type,
    style: mark.style,
    colorStyle: mark.colorStyle,
    createTime: mark.createTime,
    ...(mark.cfi === undefined ? {} : { cfi: mark.cfi }),
    ...(mark.textQuote === undefined ? {} : { textQuote: mark.textQuote.slice(0, 16384) }),
    ...(mark.textBefore === undefined ? {} : { textBefore: mark.textBefore }),
    ...(mark.textAfter === undefined ? {} : { textAfter: mark.textAfter }),
  };
}

/** Many positions, one request; the answers are in the same order. */
export async function sendPositions(transport: Transport, events: readonly (EventRow & { body: PositionEvent })[]) {
  const recordCreateTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const books = events.map((event) => ({ recordCreateTimeZone, ...readRecord(event) }));
  return transport.call('POST /book/batchUploadProgress', { books, recordCreateTimeZone });
}

function readRecord({ id, body }: EventRow & { body: PositionEvent }) {
  const { position } = body;
  return {
    bookId: body.bookId,
    bookVersion: body.bookVersion,
    chapterUid: position.chapterUid,
    chapterIdx: position.chapterIdx,
    chapterOffset: position.chapterOffset,
    progress: position.progress,
    deviceId: position.deviceId,
    readingTime: body.readingTime,
    random: id,
    timestamp: position.updateTime,
    ...(body.timeZone === undefined ? {} : { recordCreateTimeZone: body.timeZone }),
    ...(position.cfi === undefined ? {} : { cfi: position.cfi }),
    ...(position.textQuote === undefined ? {} : { textQuote: position.textQuote, summary: position.textQuote }),
  };
}
