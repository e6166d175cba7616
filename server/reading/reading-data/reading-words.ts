// One sentence for what somebody likes to read and when, in the language that the client asks for. Pure.

export type WordLanguage = 'en' | 'zh';

/** By the first of the languages that we have. */
export function wordLanguage(acceptLanguage: string | undefined): WordLanguage {
  const asked = (acceptLanguage ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return asked.find((code) => code === 'zh' || code === 'en') === 'zh' ? 'zh' : 'en';
}

/** Hour of the day that each part begins with; hours before the first belong to the last. */
const parts = [
  { from: 5, en: 'early in the morning', zh: '清晨' },
  { from: 8, en: 'in the morning', zh: '上午' },
  { from: 12, en: 'around noon', zh: '中午' },
  { from: 14, en: 'in the afternoon', zh: '下午' },
  { from: 18, en: 'in the evening', zh: '晚上' },
  { from: 23, en: 'late at night', zh: '深夜' },
];

/** `hours`: seconds by hour of the day, from 00:00. Empty without any reading. */
export function preferTimeWord(hours: readonly number[], language: WordLanguage): string {
  const byPart = parts.map((part, index) => {
    const until = (parts[index + 1]?.from ?? 24 + (parts[0]?.from ?? 0)) - 1;
    let seconds = 0;
    for (let hour = part.from; hour <= until; hour++) seconds += hours[hour % 24] ?? 0;
    return { part, seconds };
  });
  const best = byPart.reduce((a, b) => (b.seconds > a.seconds ? b : a));
  if (best.seconds === 0) return '';
  return language === 'zh' ? `最常在${best.part.zh}阅读` : `Reads mostly ${best.part.en}`;
}

/** Empty without a category. */
export function preferCategoryWord(titles: readonly string[], language: WordLanguage): string {
  const [first, second] = titles;
  if (!first) return '';
  if (language === 'zh') return second ? `偏爱${first}与${second}` : `偏爱${first}`;
  return second ? `Reads mostly ${first} and ${second}` : `Reads mostly ${first}`;
}

/** `2 h 5 min`, `5 min`, `40 s`. */
export function durationWord(seconds: number, language: WordLanguage): string {
  const [h, min, s] = language === 'zh' ? ['小时', '分钟', '秒'] : [' h', ' min', ' s'];
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours === 0 && minutes === 0) return `${seconds}${s}`;
  const separator = language === 'zh' ? '' : ' ';
  return [...(hours ? [`${hours}${h}`] : []), ...(minutes || !hours ? [`${minutes}${min}`] : [])].join(separator);
}
