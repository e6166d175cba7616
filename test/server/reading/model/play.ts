// Plays moves on the service through the door and on the model, and compares what each edit was answered. Whatever the
// service answers to anyone is looked through for what that reader must not see.

import { expect } from 'vitest';
import type { RouteName } from '../../../../api/catalog.ts';
import { noteBooks } from '../../../../server/reading/store/note-changes.ts';
import { addBook, type Client, type House } from '../house.ts';
import { blockReader, follow, hideFrom, unblockReader, unfollow } from '../relations.ts';
import { Copies } from './copies.ts';
import { Guard } from './guard.ts';
import { Model, type ModelBook } from './model.ts';
import { type Act, type Doing, type Edit, libraryBooks, type Move, peopleCount } from './moves.ts';
import type { ModelReview } from './review-model.ts';

export const markPlaces = [
  { type: 1, range: '0-5' },
  { type: 1, range: '10-15' },
  { type: 0, range: '7-7' },
  { type: 1, range: '20-25' },
] as const;

interface Sent {
  by: number;
  device: number;
  route: RouteName;
  params: object;
  signed?: Record<string, unknown>;
}

export class Play {
  readonly house: House;
  readonly model: Model;
  readonly guard: Guard;
  readonly clients: Client[][] = [];
  readonly copies: Copies[] = [];
  readonly #sent: Sent[] = [];
  readonly #name: string;
  #made = 0;

  private constructor(house: House, name: string, model: Model) {
    this.house = house;
    this.#name = name;
    this.model = model;
    this.guard = new Guard(model, (who) => this.client(who).vid);
  }

  static async start(house: House, name: string): Promise<Play> {
    const clients: Client[][] = [];
    for (let who = 0; who < peopleCount; who++) {
      const devices = [0, 1].map((device) => house.signIn(`${name}-${who}`, `device-${name}-${who}-${device}`));
      clients.push(await Promise.all(devices));
    }
    const books: ModelBook[] = [];
    for (let index = 0; index < libraryBooks + peopleCount; index++) {
      const owner = index < libraryBooks ? undefined : index - libraryBooks;
      const vid = owner === undefined ? '' : (clients[owner]?.[0]?.vid ?? '');
      books.push({ bookId: await addBook(house.reading, vid), title: `Title ${name} ${index}`, owner });
    }
    for (const { bookId, title } of books) {
      await house.reading.database.kysely.updateTable('books').set({ title }).where('book_id', '=', bookId).execute();
    }
    const ids = books.map((book) => book.bookId);
    await house.reading.database.transaction((trx) => noteBooks(house.reading, trx, ids));
    const play = new Play(house, name, new Model(peopleCount, books));
    play.clients.push(...clients);
    play.copies.push(...clients.map(() => new Copies(ids.slice(0, libraryBooks))));
    return play;
  }

  client(who: number, device = 0): Client {
    return (this.clients[who] as Client[])[device] as Client;
  }

  async play(move: Move): Promise<void> {
    switch (move.do) {
      case 'wait':
        this.house.clock.now += move.seconds;
        return;
      case 'replay':
        return this.#replay(move.back);
      case 'sync':
        return (this.copies[move.by] as Copies).syncSome(this.client(move.by, 1), move.count, move.isLost);
      case 'look':
        return this.#look(move.by, move.at, move.book);
      case 'like':
      case 'uncomment':
      case 'read':
      case 'hideReviews':
      case 'relate':
        return this.#act(move);
      default:
        return this.#edit(move);
    }
  }

  /** Sends, and looks the answer through. */
  async ask(by: number, route: RouteName, params: object, device = 0, signed?: Record<string, unknown>) {
    const answer = await this.client(by, device).ask(route, params, signed);
    this.guard.check(by, route, params, answer);
    return answer as { status: number; body: Record<string, unknown> };
  }

  async #send(
    move: Doing,
    route: RouteName,
    params: object,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const eventId = `event-${this.#name}-${String(++this.#made).padStart(8, '0')}`;
    const edit = { ...params, eventId, editTime: this.house.clock.now - move.age };
    const answer = await this.ask(move.by, route, edit, move.device);
    if (answer.status === 200) this.#sent.push({ by: move.by, device: move.device, route, params: edit });
    return answer;
  }

  /** The same edit again, perhaps by a device that never heard the answer; nothing may change. */
  async #replay(back: number): Promise<void> {
    const again = this.#sent.at(-1 - back);
    if (!again) return;
    const { status } = await this.ask(again.by, again.route, again.params, again.device, again.signed);
    expect([200, 404, 410], again.route).toContain(status);
  }

  async #edit(move: Edit): Promise<void> {
    const time = this.house.clock.now - move.age;
    const { shelf, marks } = this.model.person(move.by);
    const bookIds = 'books' in move ? move.books.map((index) => this.book(index)) : [];
    const seen = bookIds.filter((bookId) => this.model.mayReadBook(move.by, bookId));
    switch (move.do) {
      case 'add': {
        const { body } = await this.#send(move, 'POST /shelf/add', { bookIds });
        const unknownIds = bookIds.filter((bookId) => !seen.includes(bookId));
        expect(body).toMatchObject({ added: shelf.add(seen, time), unknownIds });
        return;
      }
      case 'remove': {
        const { body } = await this.#send(move, 'POST /shelf/delete', { bookIds });
        expect(body).toMatchObject({ removed: shelf.remove(bookIds, time) });
        return;
      }
      case 'secret':
        await this.#send(move, 'POST /book/secret', { bookIds, private: move.isOn ? 1 : 0 });
        return shelf.keepSecret(bookIds, move.isOn, time);
      case 'pin': {
        const { body } = await this.#send(move, 'POST /shelf/top', { bookIds, isTop: move.isOn ? 1 : 0 });
        shelf.pin(bookIds, move.isOn, time);
        // Those that were pinned at the same second stand in any order.
        expect((body.topIds as string[]).toSorted()).toEqual(shelf.pinned().toSorted());
        return;
      }
      case 'place': {
        const named = move.folder === '0' ? {} : { name: move.name };
        const { status } = await this.#send(move, 'POST /shelf/archive', { archiveId: move.folder, ...named, bookIds });
        expect(status).toBe(shelf.place(move.folder, move.name, bookIds, time) ?? 200);
        return;
      }
      case 'deleteFolder': {
        const params = { archiveId: move.folder, removeBooks: move.isOn ? 1 : 0 };
        const { status } = await this.#send(move, 'POST /shelf/deleteArchive', params);
        expect(status).toBe(shelf.deleteFolder(move.folder, move.isOn, time) ?? 200);
        return;
      }
      case 'markStatus': {
        const bookId = this.book(move.book);
        const params = { bookId, status: move.isFinished ? 4 : 2, isCancel: move.isCancel ? 1 : 0 };
        const { status, body } = await this.#send(move, 'POST /book/markstatus', params);
        if (!this.model.mayReadBook(move.by, bookId)) return expect(status).toBe(404);
        shelf.mark(bookId, move.isFinished ? 'finished' : 'reading', move.isCancel, time);
        expect(body).toMatchObject({ status: { none: 0, reading: 2, finished: 4 }[shelf.status(bookId)] });
        return;
      }
      case 'addMark':
      case 'updateMark':
      case 'removeMark':
        return this.#mark(move, marks, time);
      case 'setting': {
        const { body } = await this.#send(move, 'POST /updateConfig', { accountsets: { [move.name]: move.value } });
        const person = this.model.person(move.by);
        person.set(move.name, move.value, time);
        expect(body.accountsets).toEqual(
          Object.fromEntries([...person.settings].map(([name, { value }]) => [name, value])),
        );
        return;
      }
      default:
        return this.#write(move, time);
    }
  }

  async #mark(
    move: Extract<Edit, { do: 'addMark' | 'updateMark' | 'removeMark' }>,
    marks: Model['people'][number]['marks'],
    time: number,
  ): Promise<void> {
    const bookId = this.book(move.book);
    const place = markPlaces[move.mark] as (typeof markPlaces)[number];
    const bookmarkId = `${bookId}_1_${place.range}`;
    const isKnown = this.model.mayReadBook(move.by, bookId);
    if (move.do === 'addMark') {
      const { style, colorStyle } = move;
      const params = { bookId, chapterUid: 1, markText: 'words', ...place, style, colorStyle };
      const { status, body } = await this.#send(move, 'POST /book/addBookmark', params);
      if (!isKnown) return expect(status).toBe(404);
      const isThere = marks.add(bookmarkId, { bookId, ...place }, { style, colorStyle }, time);
      expect(body).toMatchObject({ bookmarkId, kept: isThere ? 1 : 0 });
    } else if (move.do === 'updateMark') {
      const look = {
        ...(move.style === undefined ? {} : { style: move.style }),
        ...(move.colorStyle === undefined ? {} : { colorStyle: move.colorStyle }),
      };
      const { status } = await this.#send(move, 'POST /book/updateBookmark', { bookmarkId, ...look });
      expect(status).toBe(isKnown ? (marks.update(bookmarkId, look, time) ?? 200) : 404);
    } else {
      const { status, body } = await this.#send(move, 'POST /book/removeBookmark', { bookmarkId });
      const outcome = marks.remove(bookmarkId, time);
      if (typeof outcome === 'number') expect(status).toBe(outcome);
      else expect(body).toMatchObject({ removed: outcome ? 1 : 0 });
    }
  }

  async #write(move: Extract<Edit, { review: number } | { star: number }>, time: number): Promise<void> {
    const { written } = this.model;
    const content = this.guard.words(move.by);
    if (move.do === 'write') {
      const bookId = this.book(move.book);
      const { star, privacy } = move;
      const place = star > 0 ? { type: 4, star } : { type: 1, chapterUid: 1, range: '0-5' };
      const { status, body } = await this.#send(move, 'POST /review/add', {
        bookId,
        ...place,
        content,
        ...flags(privacy),
      });
      if (!this.model.mayReadBook(move.by, bookId)) return expect(status).toBe(404);
      expect(status).toBe(200);
      const reviewId = body.reviewId as string;
      written.add({ reviewId, author: move.by, bookId, type: star > 0 ? 4 : 1, star, content, privacy }, time);
      return;
    }
    const review = this.review(move.review);
    if (!review) return;
    const { reviewId } = review;
    const seen = this.model.seen(move.by, review);
    const ofOther = seen === 200 ? 403 : seen;
    if (move.do === 'edit') {
      const params = { reviewId, content, ...(move.privacy ? flags(move.privacy) : {}) };
      const { status } = await this.#send(move, 'POST /review/useredit', params);
      if (review.author !== move.by) return expect(status).toBe(ofOther);
      expect(status).toBe(written.edit(review, content, move.privacy, time) ?? 200);
    } else if (move.do === 'delete') {
      const { status, body } = await this.#send(move, 'POST /review/delete', { reviewId });
      if (review.author !== move.by) return expect(status).toBe(ofOther);
      expect(body).toMatchObject({ removed: written.remove(review, time) ? 1 : 0 });
    } else {
      const { status, body } = await this.#send(move, 'POST /review/comment', { reviewId, content });
      expect(status).toBe(seen);
      if (seen !== 200) return;
      review.comments.set(body.commentId as string, { author: move.by, content });
      expect(body.commentsCount).toBe(this.model.commentsFor(move.by, review).length);
    }
  }

  async #act(move: Act): Promise<void> {
    const person = this.model.person(move.by);
    if (move.do === 'like') {
      const review = this.review(move.review);
      if (!review) return;
      const params = { reviewId: review.reviewId, isUnlike: move.isOn ? 0 : 1 };
      const { status, body } = await this.ask(move.by, 'POST /review/like', params, move.device);
      const seen = this.model.seen(move.by, review);
      expect(status).toBe(seen);
      if (seen !== 200) return;
      if (move.isOn) review.likes.add(move.by);
      else review.likes.delete(move.by);
      expect(body.likesCount).toBe(this.model.likesFor(move.by, review));
    } else if (move.do === 'uncomment') {
      await this.#uncomment(move);
    } else if (move.do === 'read') {
      await this.#read(move);
    } else if (move.do === 'hideReviews') {
      const bookId = this.book(move.book);
      await this.ask(move.by, 'POST /book/setting', { bookIds: [bookId], hideReview: move.isOn ? 1 : 0 });
      if (!this.model.mayReadBook(move.by, bookId)) return;
      if (move.isOn) person.hidesOthersIn.add(bookId);
      else person.hidesOthersIn.delete(bookId);
    } else if (move.by !== move.other) {
      await this.#relate(move.by, move.other, move.how);
    }
  }

  async #uncomment(move: Extract<Act, { do: 'uncomment' }>): Promise<void> {
    const review = this.review(move.review);
    const ids = review ? [...review.comments.keys()] : [];
    const commentId = ids[move.place % Math.max(1, ids.length)];
    if (!review || commentId === undefined) return;
    const { status } = await this.ask(move.by, 'POST /review/delComment', { commentId }, move.device);
    const seen = this.model.seen(move.by, review);
    const mayDelete = [review.author, review.comments.get(commentId)?.author].includes(move.by);
    expect(status).toBe(seen === 200 && !mayDelete ? 403 : seen);
    if (status === 200) review.comments.delete(commentId);
  }

  async #read(move: Extract<Act, { do: 'read' }>): Promise<void> {
    const person = this.model.person(move.by);
    const bookId = this.book(move.book);
    const { now } = this.house.clock;
    // Nobody reads two books at once, and time counts once; what happens otherwise is tested with the rules of time.
    const seconds = move.age > 0 ? 0 : Math.min(move.seconds, Math.max(0, now - person.readUntil));
    const { progress } = move;
    const place = { chapterUid: 1 + Math.floor(progress / 50), chapterIdx: 1 + Math.floor(progress / 50) };
    const { deviceId } = this.client(move.by, move.device);
    const params = { bookId, deviceId, ...place, chapterOffset: progress, progress, readingTime: seconds };
    const signed = { timestamp: now - move.age, random: `random-${this.#name}-${++this.#made}-0123456789` };
    const { status } = await this.ask(move.by, 'POST /book/read', params, move.device, signed);
    if (!this.model.mayReadBook(move.by, bookId)) return expect(status).toBe(404);
    expect(status).toBe(200);
    this.#sent.push({ by: move.by, device: move.device, route: 'POST /book/read', params, signed });
    person.readUntil = Math.max(person.readUntil, now - move.age);
    person.read(bookId, { progress, updateTime: now - move.age }, seconds);
  }

  async #relate(by: number, other: number, how: Extract<Act, { do: 'relate' }>['how']): Promise<void> {
    const { house } = this;
    const person = this.model.person(by);
    const [one, two] = [this.client(by), this.client(other)];
    if (how === 'follow' && this.model.mayMeet(by, other)) {
      await follow(house, one, two);
      person.follows.add(other);
    } else if (how === 'unfollow') {
      await unfollow(house, one, two);
      person.follows.delete(other);
    } else if (how === 'block') {
      await blockReader(house, one, two);
      this.model.block(by, other);
    } else if (how === 'unblock') {
      await unblockReader(house, one, two);
      person.blocks.delete(other);
    } else if (how === 'hide' || how === 'show') {
      await hideFrom(house, one, two, how === 'hide' ? 1 : 0);
      if (how === 'hide') person.hidesFrom.add(other);
      else person.hidesFrom.delete(other);
    }
  }

  /** Some list or page of others' doings; what must not be in it is the guard's to find. */
  async #look(by: number, at: number, book: number): Promise<void> {
    const bookId = this.book(book);
    const other = this.client(at % peopleCount).vid;
    const review = this.review(at);
    const looks: [RouteName, object][] = [
      ['GET /review/list', { bookId, listType: at % 5, count: 50 }],
      ['GET /review/list', { userVid: other, count: 50 }],
      ['GET /book/chapterReview', { bookId, chapterUid: 1 }],
      ['GET /book/info', { bookId }],
      ['GET /book/bestbookmarks', { bookId }],
      ['GET /review/feeds', { count: 50 }],
      ['GET /user', { userVid: other }],
      ['GET /user/profile', { userVid: other, currentReadingTime: 1, totalReadingTime: 1, isBlackMe: 1 }],
      ['GET /user/allNotes', { count: 50 }],
      ['GET /book/similar', { bookId }],
    ];
    const [route, params] = looks[at % looks.length] as [RouteName, object];
    await this.ask(by, route, params);
    if (!review) return;
    const { status, body } = await this.ask(by, 'GET /review/single', {
      reviewId: review.reviewId,
      bookReviewCount: 5,
    });
    expect(status).toBe(this.model.seen(by, review));
    if (status === 200) expect(body).toMatchObject({ review: { content: review.content } });
  }

  book(index: number): string {
    return (this.model.books[index] as ModelBook).bookId;
  }

  review(index: number): ModelReview | undefined {
    const { reviews } = this.model.written;
    return reviews[index % Math.max(1, reviews.length)];
  }
}

function flags(privacy: ModelReview['privacy']) {
  return { isPrivate: privacy === 'private' ? 1 : 0, friendship: privacy === 'friends' ? 1 : 0 };
}
