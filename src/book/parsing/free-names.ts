// Takes names from elements that would stand in the way of a document's or a form's own properties: a picture named
// "body" is what `document.body` answers otherwise. Has to come before anything else is asked of a parsed document.

/** Elements that a document, or the form they belong to, answers to by name. */
const named = 'form, img, embed, iframe, object, input, button, select, textarea, output, fieldset, frame';

export function freeNames(document: Document): void {
  // By the prototypes, as the properties of this document may be elements already.
  for (const element of Document.prototype.querySelectorAll.call(document, named)) {
    Element.prototype.removeAttribute.call(element, 'name');
    const id = Element.prototype.getAttribute.call(element, 'id');
    if (id && (id in Document.prototype || id in HTMLFormElement.prototype)) {
      Element.prototype.removeAttribute.call(element, 'id');
    }
  }
}
