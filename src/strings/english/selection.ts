// English: the words of selecting, and of what is done with what is selected.

export const selection = {
  byKeys: 'Selecting by keys: arrows move, Enter holds fast, Enter again opens the menu',
  start: 'Beginning of the selection',
  end: 'End of the selection',
  grey: (step: number) => `Grey ${step}`,
  actions: {
    thought: 'Thought',
    dictionary: 'Dictionary',
    translate: 'Translate',
    search: 'Search',
    share: 'Picture',
    copy: 'Copy',
    listen: 'Listen',
  },
  select: 'Select words',
  pressable: 'Links and marks',
};
