import { SaxesParser } from 'saxes';
import { ImportError, type ImportFile } from './import-item.ts';
import { textOf } from './text.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children, trimmed. */
  readonly text: string;
}

interface OpenElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

export interface XmlReading {
  readonly root: string;
  /** Names of the elements to return as a whole; content outside of them is only checked for well-formedness. */
  readonly wanted: ReadonlySet<string>;
  /** Names of elements within them to skip, with their content. */
  readonly ignored?: ReadonlySet<string>;
  /** Most elements and characters of a wanted element. */
  readonly limit: number;
}

/**
 * Yields the wanted elements of an XML file in order, without having the whole file in memory. Throws `ImportError`:
 * `torn` (not well-formed or truncated), `forbidden` (a document type: custom entities make small files huge),
 * `not_this_format` (another root), `too_large` (a wanted element over the limit).
 */
export async function* xmlElements(
  file: ImportFile,
  reading: XmlReading,
  signal: AbortSignal,
): AsyncGenerator<XmlElement> {
  const done: XmlElement[] = [];
  const parser = new SaxesParser({ fragment: false });
  const place = (): string => `${file.name}, line ${String(parser.line)}`;
  collect(parser, reading, done, place);
  for await (const text of textOf(file, signal)) {
    parser.write(text);
    yield* done.splice(0);
  }
  parser.close();
  yield* done.splice(0);
}

function collect(parser: SaxesParser, reading: XmlReading, done: XmlElement[], place: () => string): void {
  const open: OpenElement[] = [];
  const { wanted, ignored } = reading;
  let depth = 0;
  /** Depth of the skipped element; 0: none. */
  let leftOut = 0;
  let weight = 0;
  const weigh = (more: number): void => {
    weight += more;
    if (weight > reading.limit)
      throw new ImportError('too_large', place(), 'an element too large for this format');
  };
  parser.on('error', (error) => {
    throw new ImportError('torn', place(), `not well-formed XML (${error.message})`, { cause: error });
  });
  parser.on('doctype', () => {
    throw new ImportError('forbidden', place(), 'a document type declaration is not allowed');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0 && name !== reading.root) {
      throw new ImportError(
        'not_this_format',
        place(),
        `root element is <${name}>, expected <${reading.root}>`,
      );
    }
    depth += 1;
    if (leftOut > 0 || (open.length === 0 && !wanted.has(name))) return;
    if (ignored?.has(name)) {
      leftOut = depth;
      return;
    }
    if (open.length === 0) weight = 0;
    weigh(1);
    open.push({ name, attributes, children: [], text: '' });
  });
  parser.on('text', (text) => {
    const element = leftOut > 0 ? undefined : open.at(-1);
    if (!element) return;
    weigh(text.length);
    element.text += text;
  });
  parser.on('closetag', () => {
    if (leftOut > 0) {
      if (leftOut === depth) leftOut = 0;
      depth -= 1;
      return;
    }
    depth -= 1;
    const element = open.pop();
    if (!element) return;
    element.text = element.text.trim();
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else done.push(element);
  });
}

/** Yields all descendants with that name, at any depth, in order. */
export function* within(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    yield* within(child, name);
  }
}
