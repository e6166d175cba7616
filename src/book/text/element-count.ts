// How many elements of a chapter an element of its layout stands for: one, or as many as were left out in its place.
// CFI steps count those of the chapter.

const counts = new WeakMap<Node, number>();

/** Counts one more for the element that stands in its place. */
export function leaveOut(placeholder: Element): void {
  counts.set(placeholder, (counts.get(placeholder) ?? 0) + 1);
}

export function elementCount(element: Node): number {
  return counts.get(element) ?? 1;
}
