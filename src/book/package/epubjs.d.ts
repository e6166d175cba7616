// The shapes of the three epub.js 0.3.93 modules that the adapter uses; the package's own types describe its bundle.

declare module 'epubjs/src/packaging.js' {
  export interface PackagingSpineItem {
    id: string | null;
    idref: string | null;
    linear: string;
    properties: string[];
    index: number;
  }
  export default class Packaging {
    constructor(document: Document);
    navPath: string | false;
    ncxPath: string | false;
    coverPath: string | false;
    spineNodeIndex: number;
    spine: PackagingSpineItem[];
    metadata: Record<string, string | null>;
  }
}

declare module 'epubjs/src/navigation.js' {
  export interface NavigationItem {
    href: string | null;
    label: string;
    subitems: NavigationItem[];
  }
  export default class Navigation {
    constructor(document: Document);
    toc: NavigationItem[];
  }
}

declare module 'epubjs/src/epubcfi.js' {
  export interface CfiStep {
    type: 'element' | 'text';
    index: number;
    id: string | null;
  }
  export interface CfiComponent {
    steps: (CfiStep | undefined)[];
    terminal: { offset: number | null; assertion: string | null };
  }
  export default class EpubCFI {
    constructor(cfi?: string);
    base: CfiComponent;
    path: CfiComponent;
    start: CfiComponent | null;
    end: CfiComponent | null;
    range: boolean;
    spinePos: number;
    segmentString(component: CfiComponent): string;
    generateChapterComponent(spineNodeIndex: number, position: number, id?: string): string;
    toString(): string;
  }
}
