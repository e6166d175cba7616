// A category or a computed rank of the store, under which books are listed.

import { type Static, Type } from 'typebox';
import { Address, List, Text, Whole, Word } from '../route.ts';

export const RankKind = () => Word(['rising', 'popular', 'new', 'finished', 'rated']);

/** Categories have numbers as id, ranks have words; both are strings here. */
export const CategoryId = () => Type.String({ minLength: 1, maxLength: 64 });

const categoryFields = {
  categoryId: CategoryId(),
  title: Text(128),
  intro: Text(1024),
  kind: Word(['subject', 'form', 'rank']),
  bookCount: Whole(),
  /** Of its first books. */
  covers: List(Address(), 4),
};

export const SubCategory = Type.Object(categoryFields);
export type SubCategory = Static<typeof SubCategory>;

export const Category = Type.Object({ ...categoryFields, sublist: List(SubCategory) });
export type Category = Static<typeof Category>;
