// Sentences of the library's own for readers who have marked nothing yet.

export const librarySentences: Record<'en' | 'zh', readonly string[]> = {
  en: [
    'Ten quiet minutes are enough for a chapter.',
    'The book is where you left it.',
    'A page before sleep is a page more than none.',
    'Somebody wrote this long ago, and it waited for you.',
    'Read a little, and let it stay with you through the day.',
    'The next chapter is shorter than you think.',
    'There is a sentence ahead that you will want to keep.',
    'Put the day down; take the book up.',
    'Nobody hurries a reader.',
    'Half a book read slowly is worth a shelf looked at.',
    'One more page, and the evening is yours.',
    'What you read today will answer something tomorrow.',
  ],
  zh: [
    '十分钟的安静，足够读完一章。',
    '书还停在你上次离开的地方。',
    '睡前一页，胜过一页未读。',
    '很久以前有人写下它，一直等着你。',
    '读一点，让它陪你走过这一天。',
    '下一章比你想的要短。',
    '前面有一句话，你会想把它留下。',
    '放下这一天，拿起那本书。',
    '没有人催促读书的人。',
    '慢慢读半本，好过望着一整架。',
    '再翻一页，夜晚便属于你。',
    '今天读到的，明天会回答你。',
  ],
};
