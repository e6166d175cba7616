// English: sentences that stand on pages of a book without being the book's. The engine's own are English already.

export interface BookPages {
  failed: string;
  goOn: string;
  reasons: Record<'not-a-book' | 'damaged' | 'protected' | 'unsupported' | 'timeout', string>;
  brokenMarkup: string;
  damaged: string;
}

export const bookPages: BookPages | undefined = undefined;
