// What becomes of elements and attributes in a prepared chapter: which are replaced by harmless ones in their place, and
// which attributes are addresses, styles, or left out. Names are local and in lower case.

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Elements that do something; each keeps its place and its text, so that positions in the body stay what they are. */
export const replacedElements: ReadonlyMap<string, string> = new Map([
  ...[...words('iframe frame frameset embed applet portal fencedframe form noembed noframes noscript')].map(
    (name) => [name, 'div'] as const,
  ),
  ...[...words('xmp listing plaintext')].map((name) => [name, 'pre'] as const),
  ...[...words('base handler listener')].map((name) => [name, 'span'] as const),
  // Nothing in it counts as text, and nothing of it is shown or run.
  ['script', 'template'],
]);

export const formControls = words('input button select textarea fieldset optgroup option');
export const voidElements = words('area base br col embed hr img input link meta param source track wbr');
export const animations = words('animate set animatemotion animatetransform animatecolor discard');

export const droppedAttributes = words(`
  action formaction formmethod formtarget formenctype method enctype ping target rel srcset imagesrcset sizes
  autoplay autofocus preload background manifest archive code codebase classid codetype data declare standby loading
  decoding fetchpriority srcdoc http-equiv content sandbox allow allowfullscreen csp referrerpolicy integrity
  crossorigin nonce is slot part exportparts shadowrootmode download cite longdesc profile lowsrc dynsrc
  icon altimg definitionurl encoding src-doc contenteditable draggable popover popovertarget popovertargetaction
  commandfor command accesskey tabindex inputmode enterkeyhint form list base requiredextensions handler event observer
  attributionsrc blocking as language defer async charset longdesc fallback import externalresourcesrequired
  contentscripttype contentstyletype zoomandpan baseprofile
`);

/** May hold `url()`. */
export const styleAttributes = words(
  'style fill stroke filter mask clip-path cursor marker marker-start marker-mid marker-end font-family src',
);

/** Begins like an address that does something; spaces and control characters in it are no obstacle for browsers. */
export const activeAddress = /^\P{L}*(?:j\s*a\s*v\s*a\s*s|v\s*b\s*s|d\s*a\s*t\s*a\s*:)/iu;

/** Names that XML allows, without a prefix (XML 1.0, 2.3). */
export const xmlName =
  /^[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd][\w.\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd-]*$/;
