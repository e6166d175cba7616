// What one opening of a book is laid out in. It lies unseen over the one before, which is seen until it is taken away.

export class Stage {
  readonly element = document.createElement('div');

  constructor(container: HTMLElement) {
    this.element.className = 'reader-stage unseen';
    container.append(this.element);
  }

  /** In the frame in which what stands around it is drawn, too. */
  reveal(): void {
    this.element.classList.remove('unseen');
  }

  remove(): void {
    this.element.remove();
  }
}
