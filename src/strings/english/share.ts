// English: the words of sharing a quotation as a picture.

export const share = {
  title: 'Picture to share',
  layout: 'Layout',
  layouts: { plain: 'Plain', cover: 'With cover', framed: 'Framed' },
  shades: 'Shades',
  greys: '16 greys',
  colours: 'Colours',
  save: 'Save',
  copy: 'Copy',
  saved: (path: string) => `Saved as ${path}`,
  copied: 'Copied.',
  failed: 'This is not possible here.',
};
