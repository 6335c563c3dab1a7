/** An element as it will be written; a text, or elements in order. */
export interface Element {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly children?: readonly Element[];
  /** Carries a number of its own in the document (FinCEN's `SeqNum`). */
  readonly numbered?: boolean;
}

/** Child elements; undefined ones are omitted. */
export type Parts = readonly (Element | undefined)[];

const present = (parts: Parts): Element[] => parts.filter((part) => part !== undefined);

/** Creates an element with text; undefined if empty. */
export function leaf(name: string, text: string | undefined): Element | undefined {
  return text === undefined || text === '' ? undefined : { name, text };
}

/** An element with others in it. */
export function group(name: string, parts: Parts): Element {
  return { name, children: present(parts) };
}

/** The same with a number of its own. */
export function numbered(name: string, parts: Parts): Element {
  return { name, children: present(parts), numbered: true };
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
/** Escapes `>` too: text must not contain `]]>` (XML 1.0, section 2.4). */
const escaped = (text: string): string => text.replaceAll(/[&<>"\r]/g, (mark) => escapes[mark] ?? mark);

/** An XML 1.0 document in UTF-8, one element a line. `prefix`: before every name, such as `fc2:`. */
export function writeXml(root: Element, prefix = ''): string {
  let last = 0;
  const write = (element: Element, depth: number): string => {
    const { name, attributes = {}, text, children, numbered: isNumbered } = element;
    const all = isNumbered ? { ...attributes, SeqNum: String(++last) } : attributes;
    const given = Object.entries(all).map(([key, value]) => ` ${key}="${escaped(value)}"`);
    const tag = `${prefix}${name}`;
    const indent = '  '.repeat(depth);
    const open = `${indent}<${tag}${given.join('')}>`;
    if (children === undefined) return `${open}${escaped(text ?? '')}</${tag}>\n`;
    return `${open}\n${children.map((child) => write(child, depth + 1)).join('')}${indent}</${tag}>\n`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, 0)}`;
}
