/** Finds elements of an exported page by their attributes. */
import { type Document, type Element } from '#import/page/document.ts';
import { linesOf } from '#import/page/plain-text.ts';

/** The part of a document inside one element. */
export class Part {
  readonly element: Element;
  readonly #document: Document;

  constructor(document: Document, element: Element) {
    this.#document = document;
    this.element = element;
  }

  *all(fits: (element: Element) => boolean): Generator<Part> {
    const { order, lastOrder } = this.element;
    for (let at = order + 1; at <= lastOrder; at += 1) {
      const element = this.#document.elements[at];
      if (element && fits(element)) yield new Part(this.#document, element);
    }
  }

  first(fits: (element: Element) => boolean): Part | undefined {
    return this.all(fits).next().value ?? undefined;
  }

  get lines(): string[] {
    return linesOf(this.element);
  }

  get text(): string {
    return this.lines.join(' ');
  }
}

export function hasClass(element: Element, name: string): boolean {
  return element.attribute('class')?.split(/\s+/).includes(name) ?? false;
}

export function byClass(name: string): (element: Element) => boolean {
  return (element) => hasClass(element, name);
}

export function byAttribute(name: string, value: string): (element: Element) => boolean {
  return (element) => element.attribute(name) === value;
}
