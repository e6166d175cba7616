// Makes text fit for XML: marks escaped, and the characters that XML does not know left out.

export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
      .toWellFormed()
      .replace(/[&<>"]/g, (mark) => marks[mark] as string)
  );
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
