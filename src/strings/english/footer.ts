// English: the line below the text.

export const footer = {
  title: 'Line below the text',
  items: {
    chapter: 'Chapter',
    chapterPage: 'Page of the chapter',
    bookPage: 'Page of the book',
    printPage: 'Page of the printed edition',
    percent: 'Per cent',
    chapterTime: 'Time left in the chapter',
    bookTime: 'Time left in the book',
    clock: 'Clock',
    battery: 'Battery',
  },
  absent: 'not in this book',
  unmeasured: 'Time left is measured while you read this book, and known after a few pages.',
  printPage: (page: string) => `print ${page}`,
  chapterLeft: (time: string) => `chapter ${time}`,
  bookLeft: (time: string) => `book ${time}`,
  minutes: (minutes: number) => `${minutes} min`,
  hours: (hours: number, minutes: number) => (minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`),
  battery: (percent: number) => `battery ${percent} %`,
};
