// Stands in for @xmldom/xmldom, which epub.js imports for Node: in the reader the browser's own parser is used.

const { DOMParser, XMLSerializer } = globalThis;

export { DOMParser, XMLSerializer };
