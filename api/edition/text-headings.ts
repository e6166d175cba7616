// Tells a heading from a line of text, in Chinese, Japanese, Korean and Western books. Every pattern is anchored and bounded: a line
// costs no more than its length.

/** Longer lines are sentences. */
const longest = 60;
const number = '[0-9０-９零〇一二两三四五六七八九十百千万壹贰叁肆伍陆柒捌玖拾佰仟廿卅兩萬貳參陸]{1,12}';

const patterns: readonly [level: number, pattern: RegExp][] = [
  [1, new RegExp(`^第\\s?${number}\\s?[卷部编編篇集册冊辑輯](?![分位门份])`)],
  [1, new RegExp(`^[卷部]\\s?${number}(?=$|[\\s:：、.．])`)],
  [2, new RegExp(`^第\\s?${number}\\s?[章回幕折讲講话話](?![合])`)],
  [3, new RegExp(`^第\\s?${number}\\s?[节節](?![课課])`)],
  [
    2,
    /^(楔子|序章|序幕|序言|自序|前言|引言|引子|引文|正文|尾声|尾聲|终章|終章|后记|後記|附录|附錄|番外|跋|译后记|譯後記|プロローグ|エピローグ|あとがき|まえがき|머리말|맺음말|프롤로그|에필로그)(?=$|[\s:：、—\-（(一二三四五六七八九十0-9])/,
  ],
  [2, /^제\s?\d{1,4}\s?[장화](?=$|[\s:.])/],
  [
    1,
    /^(book|part|volume|vol\.|livre|partie|buch|teil|band|libro|parte|часть|том|книга)\s+(the\s+)?([0-9]{1,4}|[ivxlcdm]{1,9}|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|fourth|fifth|последняя|первая|вторая|третья)\b/i,
  ],
  [
    2,
    /^(chapter|chap\.|chapitre|kapitel|cap[ií]tulo|capitolo|hoofdstuk|глава|rozdział|kapitola|fejezet)\s+([0-9]{1,4}|[ivxlcdm]{1,9}|the\s+\w{1,12}|[a-zà-ÿа-я]{2,14}(-[a-z]{2,9})?)(?=$|[\s.:—–-])/i,
  ],
  [
    2,
    /^(prologue|epilogue|preface|foreword|introduction|afterword|appendix|prolog|epilog|vorwort|nachwort|einleitung|prólogo|epílogo|avant-propos|préface|пролог|эпилог|предисловие|послесловие)(?=$|[\s.:—–-])/i,
  ],
];

/** Roman or plain numbers stand for a chapter only alone between empty lines. */
const bare = /^(?:[IVXLCDM]{1,9}|\d{1,3}|[一二三四五六七八九十百]{1,5})[.、．]?$/;
const roman = /^M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/;

/** 1 for parts, 2 for chapters, 3 for sections; undefined for text. `isAlone`: between empty lines. */
export function findHeading(line: string, isAlone: boolean): number | undefined {
  if (line.length > longest) return undefined;
  if (isAlone && bare.test(line)) {
    const digits = line.replace(/[.、．]$/, '');
    return /^[IVXLCDM]/.test(digits) && !roman.test(digits) ? undefined : 2;
  }
  for (const [level, pattern] of patterns) {
    const found = pattern.exec(line);
    if (found && isTitle(line, found[0].length, isAlone)) return level;
  }
  return undefined;
}

/** A sentence that begins like a heading ends like a sentence: "Chapter two was the longest, and nobody read it." */
function isTitle(line: string, matched: number, isAlone: boolean): boolean {
  const rest = line.slice(matched).trim();
  if (/^[.:：、—–-]{0,3}$/.test(rest)) return true;
  if (/[，,；;]/.test(rest) && /[。.！!？?」”"]$/.test(rest)) return false;
  if (/[。；;]$/.test(rest)) return false;
  if (isAlone || /^\p{Script=Han}|^제/u.test(line)) return true;
  // In the midst of lines only a number with a title behind it.
  return /(\d|[IVXLCDM])$/.test(line.slice(0, matched)) && /^[.:—–-]?\s*\p{Lu}/u.test(rest) && !/[.,]$/.test(rest);
}
