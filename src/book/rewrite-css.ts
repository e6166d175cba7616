// Rewrites a book's style sheet for the page: addresses inside the package become what the caller gives, everything
// else is cut off, old EPUB spellings become today's. The page's CSP is the wall; this only makes the sheet work.

export interface CssSources {
  /** Address to use for a resource; `undefined` when the book has none there. */
  address(reference: string): Promise<string | undefined>;
  /** Text of an imported sheet, itself rewritten; `undefined` when the book has none there. */
  sheet(reference: string): Promise<string | undefined>;
}

const nowhere = 'about:invalid';
const importRule = /@import\s+(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))\s*\)|"([^"]*)"|'([^']*)')([^;]*);?/gi;
const urlValue = /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:[^"'()\\\s]|\\.)*))\s*\)/gi;
const epubPrefix =
  /-epub-(writing-mode|text-orientation|text-emphasis(?:-\w+)?|text-combine-upright|hyphens|line-break|word-break|text-align-last|text-underline-position|ruby-position)/g;

export async function rewriteCss(css: string, sources: CssSources): Promise<string> {
  let text = plainSpelling(css);
  text = await replaceAsync(text, importRule, async (match) => {
    const reference = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? '';
    const sheet = await sources.sheet(unescapeCss(reference));
    if (sheet === undefined) return '';
    const media = (match[6] ?? '').trim();
    return media ? `@media ${media} {\n${sheet}\n}\n` : `${sheet}\n`;
  });
  text = await replaceAsync(text, urlValue, async (match) => {
    const reference = unescapeCss(match[1] ?? match[2] ?? match[3] ?? '');
    if (/^(data|blob):|^#/i.test(reference)) return match[0];
    return `url("${(await sources.address(reference)) ?? nowhere}")`;
  });
  return text
    .replace(/@namespace[^;]*;/gi, (rule) => (rule.includes(nowhere) ? '' : rule))
    .replace(epubPrefix, '$1')
    .replace(/-webkit-(writing-mode|text-orientation)/g, '$1')
    .replace(/(?:-epub-)?text-combine\s*:\s*horizontal/g, 'text-combine-upright: all');
}

/** The same sheet without comments, without letters written as escapes, and with `image-set` addresses as `url()`. */
function plainSpelling(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\\0{0,4}(4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])(?![0-9a-f])\s?/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replace(/\\([g-z])/gi, '$1')
    .replace(/image-set\([^;}]*/gi, (set) =>
      set.replace(/(?<!(?:url|type)\(\s*)("[^"]*"|'[^']*')(?!\s*\))/gi, 'url($1)'),
    );
}

async function replaceAsync(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpMatchArray) => Promise<string>,
): Promise<string> {
  const matches = [...text.matchAll(pattern)];
  const replacements = await Promise.all(matches.map(replacement));
  let result = '';
  let from = 0;
  matches.forEach((match, n) => {
    result += text.slice(from, match.index) + replacements[n];
    from = match.index + match[0].length;
  });
  return result + text.slice(from);
}

function unescapeCss(text: string): string {
  return text
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    })
    .replace(/\\(.)/g, '$1');
}
