// Makes one text of those that comments and sections of characters have cut into pieces. Positions count them as one.

/** Comments go. */
export function joinPieces(document: Document): void {
  const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION | NodeFilter.SHOW_COMMENT;
  const walker = document.createTreeWalker(document.documentElement, kinds);
  const spare: CharacterData[] = [];
  const words: string[] = [];
  let first: CharacterData | undefined;
  let before: Node | null = null;
  const settle = () => {
    if (first && words.length > 1) first.data = words.join('');
    words.length = 0;
    first = undefined;
  };
  for (let node = walker.nextNode() as CharacterData | null; node; node = walker.nextNode() as CharacterData | null) {
    if (node.previousSibling !== before || before === null) settle();
    before = node;
    if (node.nodeType === Node.COMMENT_NODE) spare.push(node);
    else {
      words.push(node.data);
      if (first) spare.push(node);
      else first = node;
    }
  }
  settle();
  for (const node of spare) node.remove();
}
