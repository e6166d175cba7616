// Tells documents that a browser can lay out from those that would take it minutes, or end it: the first go down as
// deep and as wide as people write, the others were made for the purpose.

/** Elements within elements; a browser's own parser of HTML stops a little further down. */
const deepest = 400;
/** Elements far down in a document that are too many to lay out. */
const mostDeep = 10_000;
const deep = 200;
const mostElements = 150_000;

/** `deep` documents may be parsed again as HTML, which is flattened; `endless` ones cannot be shown. */
export function shapeOf(document: Document): 'usual' | 'deep' | 'endless' {
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
  let depth = 0;
  let elements = 0;
  let far = 0;
  let most = 0;
  for (;;) {
    elements++;
    if (depth > most) most = depth;
    if (depth > deep) far++;
    if (elements > mostElements) return 'endless';
    if (walker.firstChild()) depth++;
    else {
      while (!walker.nextSibling()) {
        if (depth === 0) return judge(most, far);
        walker.parentNode();
        depth--;
      }
    }
  }
}

function judge(most: number, far: number): 'usual' | 'deep' | 'endless' {
  if (far > mostDeep) return 'endless';
  return most > deepest ? 'deep' : 'usual';
}
