// How a chapter's lines run by its own style sheets, for those who leave the sheets out and keep the direction.

const root = /(?:^|[\s,}/])(?:html|body|:root)\b[^{}]*\{[^{}]*writing-mode\s*:\s*(?:vertical|tb)/;

/** Whether the chapter's lines run down, by what its root or its body say. */
export function isWrittenDown(document: Document): boolean {
  const said = [document.documentElement, document.body].map((element) => element.getAttribute('style') ?? '');
  if (said.some((style) => /writing-mode\s*:\s*(?:vertical|tb)/.test(style))) return true;
  return [...document.querySelectorAll('style:not([media="not all"])')].some((sheet) =>
    root.test(sheet.textContent ?? ''),
  );
}
