// Text of descriptions, which often hold escaped markup.

export function plainText(text: string): string {
  return text
    .slice(0, 65_536)
    .replace(/<\/(p|div|li|h\d)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
}
