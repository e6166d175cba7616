// English: searching in the open book.

export const bookSearch = {
  title: 'Search in the book',
  query: 'Words to look for',
  go: 'Search',
  part: 'Which words',
  parts: { any: 'Any', start: 'Beginnings', whole: 'Whole' },
  exact: 'Exact',
  recent: 'Searched lately',
  hint: 'Every chapter is searched, those you have not opened too. Case and accents do not matter.',
  none: 'Nothing was found.',
  found: (count: number) => (count === 1 ? '1 place' : `${count} places`),
  running: (count: number, percent: number) => `${count} so far, ${percent} % searched`,
  limited: (count: number) => `The first ${count} places`,
  more: 'Search on',
  page: (page: number) => `p. ${page}`,
  bar: 'Places found',
  previous: 'Previous place',
  next: 'Next place',
  list: 'List of places',
  end: 'End the search',
};
