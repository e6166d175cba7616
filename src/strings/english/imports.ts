// English: the words of imports.

export const imports = {
  title: 'Added books',
  choose: 'Choose files',
  none: 'Nothing is being added.',
  stage: {
    reading: 'Reading the file',
    waiting: 'Waiting for the service',
    uploading: 'Uploading',
    parsing: 'Opening the book',
    done: 'On the shelf',
    failed: 'Not added',
  },
  running: (count: number) => `Adding ${count}`,
  failed: (count: number) => `${count} not added`,
  dismiss: 'Dismiss',
  stop: 'Stop',
  unreadable: 'The file could not be read to its end; choose it again.',
};
