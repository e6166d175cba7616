// Writes HTML with everything escaped that is not written here, and the frame of every page. Must not know accounts.

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[] | undefined | false;

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const text = strings.map((string, index) => string + (index < parts.length ? show(parts[index]) : '')).join('');
  return new Html(text);
}

function show(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map((one: Html) => one.text).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const stylePath = '/accounts/style.css';

/** A whole page; `title` is its one h1 as well. */
export function page(title: string, content: Html, options: { failed?: boolean } = {}): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${options.failed && 'Error: '}${title} · Octavo</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<header><p class="mark">Octavo</p></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

/** What went wrong, first on the page and announced at once; it leads to the field. */
export function problem(text: string | undefined, field?: string): Html | undefined {
  if (text === undefined) return undefined;
  return html`<div class="problem" id="problem" role="alert"><p>${field ? html`<a href="#${field}">${text}</a>` : text}</p></div>`;
}
