// Settles what EPUB left to scripts or to the reading system: of a switch the first case that a browser can show, and
// a play button for sounds that only a script could have started.

const ops = 'http://www.idpf.org/2007/ops';
const xhtml = 'http://www.w3.org/1999/xhtml';

/** Sounds and films of one chapter, and other controls. Each is a page of its own to a browser. */
const mostMedia = 60;
/** Those that are begun before somebody wants them. */
const mostLoaded = 12;
const mostControls = 500;

/** Marks elements that are there for the count and not for the eye. */
export const hidden = 'data-octavo-hidden';

/** Vocabularies that a case may ask for. */
const known = new Set([
  'http://www.w3.org/1998/Math/MathML',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1999/xhtml',
]);

export function showParts(document: Document): void {
  const switches = [...document.getElementsByTagName('*')].filter((element) => isOps(element, 'switch'));
  for (const element of switches) hideCases(element);
  const surplus = [
    ...[...document.querySelectorAll('audio, video')].slice(mostMedia),
    ...[...document.querySelectorAll('input, select, textarea, meter, progress')].slice(mostControls),
  ];
  for (const element of surplus) silence(element);
  for (const [n, element] of document.querySelectorAll(`:is(audio, video):not([${hidden}])`).entries()) {
    if (n >= mostLoaded) element.setAttribute('preload', 'none');
    // Only what plays on the page: no other window, no other device, no file.
    element.setAttribute('controls', '');
    element.setAttribute('controlslist', 'nodownload nofullscreen noremoteplayback');
    element.setAttribute('disablepictureinpicture', '');
    element.setAttribute('disableremoteplayback', '');
  }
  if (switches.length === 0 && surplus.length === 0) return;
  const style = document.createElementNS(xhtml, 'style');
  style.textContent = `[${hidden}] { display: none !important; }`;
  document.head.append(style);
}

function silence(element: Element): void {
  element.setAttribute(hidden, '');
  element.removeAttribute('src');
  element.removeAttribute('poster');
  element.removeAttribute('controls');
  for (const part of element.querySelectorAll('source, track')) part.removeAttribute('src');
}

function hideCases(element: Element): void {
  const cases = [...element.children].filter((child) => isOps(child, 'case'));
  const chosen = cases.find((child) => known.has(child.getAttribute('required-namespace') ?? ''));
  for (const child of element.children) {
    const shown = chosen ? child === chosen : isOps(child, 'default');
    if (!shown) child.setAttribute(hidden, '');
  }
}

/** However the markup was parsed. */
function isOps(element: Element, name: string): boolean {
  return (
    (element.namespaceURI === ops && element.localName === name) || element.tagName.toLowerCase() === `epub:${name}`
  );
}
