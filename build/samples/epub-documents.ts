// The documents of a sample book that are made and not written: package, contents, and the frame of every page.

export interface GuideFacts {
  title: string;
  language: string;
  author: string;
  identifier: string;
  description: string;
  /** ISO time of the last change to the text. */
  modified: string;
  fileName: string;
  contentsTitle: string;
}

export interface Chapter {
  file: string;
  title: string;
  /** XHTML fragment. */
  body: string;
}

export function xhtmlPage(facts: GuideFacts, { title, body }: Chapter): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${facts.language}" xml:lang="${facts.language}">
<head><title>${title}</title><link rel="stylesheet" type="text/css" href="guide.css"/></head>
<body><section epub:type="chapter">
${body.trim()}
</section></body>
</html>
`;
}

export function navDocument(facts: GuideFacts, chapters: readonly Chapter[]): string {
  const entries = chapters.map(({ file, title }) => `<li><a href="${file}">${title}</a></li>`).join('\n');
  const first = chapters[0]?.file ?? '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${facts.language}" xml:lang="${facts.language}">
<head><title>${facts.contentsTitle}</title></head>
<body>
<nav epub:type="toc" id="toc"><h1>${facts.contentsTitle}</h1><ol>
${entries}
</ol></nav>
<nav epub:type="landmarks" hidden=""><ol><li><a epub:type="bodymatter" href="${first}">${facts.title}</a></li></ol></nav>
</body>
</html>
`;
}

export function packageDocument(facts: GuideFacts, chapters: readonly Chapter[], figures: readonly string[]): string {
  const items = [
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    '<item id="css" href="guide.css" media-type="text/css"/>',
    '<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>',
    ...chapters.map(({ file }, i) => `<item id="c${i + 1}" href="${file}" media-type="application/xhtml+xml"/>`),
    ...figures.map((file, i) => `<item id="f${i + 1}" href="figures/${file}" media-type="image/svg+xml"/>`),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${facts.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${facts.identifier}</dc:identifier>
<dc:title>${facts.title}</dc:title>
<dc:language>${facts.language}</dc:language>
<dc:creator>${facts.author}</dc:creator>
<dc:description>${facts.description}</dc:description>
<meta property="dcterms:modified">${facts.modified}</meta>
</metadata>
<manifest>
${items.join('\n')}
</manifest>
<spine>
${chapters.map((_, i) => `<itemref idref="c${i + 1}"/>`).join('\n')}
</spine>
</package>
`;
}
