// English: notes that a link in the text asks for.

export const footnotes = {
  title: 'Note',
  goThere: 'Go there',
};
