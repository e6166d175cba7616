// English: going to a place in the book.

export const goTo = {
  title: 'Go to',
  by: 'Go to a place by',
  scales: { percent: 'Per cent', page: 'Page', print: 'Printed page', location: 'Location' },
  type: 'Number',
  go: 'Go',
  chapterBefore: 'Previous chapter',
  chapterAfter: 'Next chapter',
  back: 'Back',
  forward: 'Forward',
  less: (step: number) => `${step} back`,
  more: (step: number) => `${step} on`,
};
