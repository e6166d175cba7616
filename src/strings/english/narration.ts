// English: the book read aloud by its own recordings.

export const narration = {
  bar: 'Reading aloud',
  begin: 'Read aloud',
  play: 'Read on',
  pause: 'Pause',
  previous: 'Previous phrase',
  next: 'Next phrase',
  rate: (rate: number) => `Speed: ${rate} times`,
  skip: 'Skip notes',
  leave: 'Leave list',
  end: 'Stop reading aloud',
};
