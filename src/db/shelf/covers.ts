// Covers as images, kept because the shelf must be complete without a network.

import type { TableSchema } from '../schema.ts';

export const coversSchema: TableSchema = { name: 'covers', stores: { 1: 'bookId' } };

export interface CoverRow {
  bookId: string;
  /** Absent: the book has no cover, and one is drawn from title and author. */
  image?: Blob;
  /** The address it was fetched for; another one means another cover. */
  source: string;
}
