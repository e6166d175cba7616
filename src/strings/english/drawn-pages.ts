// English: how drawn pages are shown, and documents that are locked.

export const drawnPages = {
  title: 'Pages',
  fit: 'Fit',
  fits: { page: 'Whole page', width: 'Width' },
  zoom: 'Zoom',
  crop: 'Margins',
  crops: { off: 'As they are', auto: 'Cut off', own: 'Own' },
  edges: { top: 'Top', right: 'Outer', bottom: 'Bottom', left: 'Inner' },
  spread: 'Two pages when wide',
  halves: 'Halve wide pages',
  darken: 'Darker',
  turnTo: { landscape: 'Turn the screen: made for landscape', portrait: 'Turn the screen: made for portrait' },
  /** What a press leads to, by what is shown. */
  forms: { text: 'Original pages', pages: 'As text' },
  locked: {
    title: 'This document is locked',
    text: 'Enter its password. It is not kept.',
    again: 'That was not the password. Try again.',
    password: 'Password',
    open: 'Open',
  },
};
