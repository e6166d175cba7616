// The straight lines that a page draws: what parts the rows and columns of its tables. Pure.

export interface AcrossRule {
  left: number;
  right: number;
  y: number;
}

export interface DownRule {
  x: number;
  top: number;
  bottom: number;
}

export interface PageRules {
  across: AcrossRule[];
  down: DownRule[];
}

type Matrix = readonly [number, number, number, number, number, number];
type Point = readonly [number, number];

/** Points; shorter lines are parts of letters and drawings. */
const shortest = 8;
/** How far a line may lean, and how far apart the two sides of one drawn line may be. */
const thickness = 2.5;
/** Lines whose ends are so near are one. */
const nearEnds = 3;
const mostRules = 4000;

/** How many numbers follow each step of a path: move, line, two kinds of curve, close. */
const numbersOf = [2, 2, 6, 4, 0];

/** Adds the straight lines of a path. */
export function addRules(rules: PageRules, path: ArrayLike<number>, matrix: Matrix): void {
  let start: Point = [0, 0];
  let from: Point = [0, 0];
  for (let at = 0; at < path.length && rules.across.length + rules.down.length < mostRules; ) {
    const step = path[at] as number;
    const count = numbersOf[step];
    if (count === undefined) return;
    const to = step === 4 ? start : place(path, at + count - 1, matrix);
    if (step === 0) start = to;
    else if (step === 1 || step === 4) addLine(rules, from, to);
    from = to;
    at += 1 + count;
  }
}

function place(path: ArrayLike<number>, at: number, [a, b, c, d, e, f]: Matrix): Point {
  const [x = 0, y = 0] = [path[at], path[at + 1]];
  return [a * x + c * y + e, b * x + d * y + f];
}

function addLine({ across, down }: PageRules, [x1, y1]: Point, [x2, y2]: Point): void {
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  if (width >= shortest && height < thickness) {
    across.push({ left: Math.min(x1, x2), right: Math.max(x1, x2), y: (y1 + y2) / 2 });
  } else if (height >= shortest && width < thickness) {
    down.push({ x: (x1 + x2) / 2, top: Math.min(y1, y2), bottom: Math.max(y1, y2) });
  }
}

/** Sides of one line, and pieces of one that was drawn cell by cell, made one. From top to bottom and left to right. */
export function joinedRules({ across, down }: PageRules): PageRules {
  const joinedDown = join(down.map(({ x, top, bottom }) => ({ at: x, from: top, to: bottom })));
  return {
    across: join(across.map(({ left, right, y }) => ({ at: y, from: left, to: right }))).map(({ at, from, to }) => ({
      left: from,
      right: to,
      y: at,
    })),
    down: joinedDown.map(({ at, from, to }) => ({ x: at, top: from, bottom: to })),
  };
}

interface Span {
  at: number;
  from: number;
  to: number;
}

function join(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  const lines: Span[][] = [];
  for (const span of spans.toSorted((a, b) => a.at - b.at)) {
    const line = lines.at(-1);
    if (line && span.at - (line[0]?.at ?? 0) < thickness) line.push(span);
    else lines.push([span]);
  }
  for (const line of lines) {
    let open: Span | undefined;
    for (const span of line.sort((a, b) => a.from - b.from)) {
      if (open && span.from - open.to < nearEnds) open.to = Math.max(open.to, span.to);
      else {
        open = { ...span };
        joined.push(open);
      }
    }
  }
  return joined;
}
