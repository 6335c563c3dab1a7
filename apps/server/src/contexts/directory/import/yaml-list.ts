import { isRecord } from '@hopscope/domain';
import { parse } from 'yaml';
import { ImportError, type ImportFile } from './import-item.ts';
import { type Line, linesOf } from './text.ts';

/** Most characters of one item, and of everything outside of the list. */
const longestPart = 100_000;

export type YamlItem =
  | { readonly line: number; readonly value: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly reason: string };

export interface YamlList {
  /** Key of the list in the map. */
  readonly key: string;
  /** Content outside of the list. */
  readonly header: Readonly<Record<string, unknown>>;
  items(): AsyncGenerator<YamlItem>;
}

/**
 * Reads a YAML map with one long list (block style, as in tag packs), item by item: such lists have hundreds of thousands
 * of items. Reads the file twice, because keys of the map may follow the list. Refuses aliases (a few lines of them can
 * stand for billions of values). An invalid item has a reason instead of a value. Throws `ImportError` for a file without
 * the list, or with an invalid head.
 */
export async function yamlList(
  file: ImportFile,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<YamlList> {
  let head = '';
  let key: string | undefined;
  for await (const part of partsOf(file, keys, signal)) {
    if (part.kind === 'list') key = part.text.split(':')[0];
    if (part.kind !== 'head') continue;
    head += `${part.text}\n`;
    if (head.length > longestPart) {
      throw new ImportError(
        'too_large',
        `${file.name}, line ${String(part.line)}`,
        'too much content outside the list',
      );
    }
  }
  if (key === undefined) {
    throw new ImportError('not_this_format', file.name, `no list named ${keys.join(' or ')} in block style`);
  }
  let header: unknown;
  try {
    header = parseStrictly(head);
  } catch (error) {
    throw new ImportError('torn', file.name, `invalid YAML: ${messageOf(error)}`, { cause: error });
  }
  return {
    key,
    header: isRecord(header) ? header : {},
    async *items() {
      for await (const part of partsOf(file, keys, signal)) {
        if (part.kind === 'item') yield itemOf(part);
      }
    },
  };
}

type Part =
  | { kind: 'head' | 'list'; line: number; text: string }
  | { kind: 'item'; line: number; text: string };

/** Splits the file into the lines outside of the list and the items of the list. */
async function* partsOf(
  file: ImportFile,
  keys: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const opening = new RegExp(`^(${keys.join('|')}):\\s*(#.*)?$`);
  let inside = false;
  let indent = -1;
  let item: { line: number; text: string } | undefined;
  for await (const line of linesOf(file, signal)) {
    const { text } = line;
    const at = text.search(/\S/);
    const starts = inside && at >= 0 && text[at] === '-' && (indent < 0 || at === indent);
    const blank = at < 0 || text[at] === '#';
    const ends = inside && !starts && !blank && at <= Math.max(indent, 0) && text[at] !== '-';
    if (starts) {
      if (item) yield { kind: 'item', ...item };
      indent = at;
      item = { line: line.number, text };
    } else if (ends) {
      if (item) yield { kind: 'item', ...item };
      item = undefined;
      inside = false;
      yield headOf(line);
    } else if (inside) {
      if (item) item.text = `${item.text}\n${text}`;
      if (item && item.text.length > longestPart) {
        throw new ImportError(
          'too_large',
          `${file.name}, line ${String(item.line)}`,
          'an item with too many characters',
        );
      }
    } else if (opening.test(text)) {
      inside = true;
      indent = -1;
      yield { kind: 'list', line: line.number, text };
    } else yield headOf(line);
  }
  if (item) yield { kind: 'item', ...item };
}

/** Directives and the document start marker are irrelevant here. */
function headOf({ number, text }: Line): Part {
  return { kind: 'head', line: number, text: /^(%|---)/.test(text) ? '' : text };
}

function itemOf({ line, text }: { line: number; text: string }): YamlItem {
  const simple = simpleItem(text);
  if (simple) return { line, value: simple };
  try {
    const parsed: unknown = parseStrictly(text);
    const value: unknown = Array.isArray(parsed) ? parsed[0] : undefined;
    return isRecord(value) ? { line, value } : { line, reason: 'not a map of keys and values' };
  } catch (error) {
    return { line, reason: `invalid YAML: ${messageOf(error)}` };
  }
}

/** Characters of addresses, labels, and links; nothing that YAML would read as anything other than this text. */
const plain = /^[A-Za-z0-9][A-Za-z0-9 ./_@+()=?-]*(:\/\/[A-Za-z0-9 ./_@+()=?-]+)?$/;
const otherThanText = /^([-+]?[0-9][0-9._eEx+-]*|true|false|null|yes|no|on|off|y|n)$/i;

/** Reads an item of a few lines of `key: text`, as most are, without a parser, many times faster. */
function simpleItem(text: string): Record<string, string> | undefined {
  const value: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const parts = /^[\s-]*([a-z_]+):\s+(.*\S)\s*$/.exec(line);
    const [, key, raw] = parts ?? [];
    if (key === undefined || raw === undefined) return undefined;
    const quoted = /^'([^'\\]*)'$|^"([^"\\]*)"$/.exec(raw);
    const inner = quoted ? (quoted[1] ?? quoted[2] ?? '') : raw;
    if (!quoted && (!plain.test(raw) || otherThanText.test(raw))) return undefined;
    value[key] = inner;
  }
  return value;
}

function parseStrictly(text: string): unknown {
  return parse(text, { maxAliasCount: 0, uniqueKeys: true, merge: false, schema: 'core' });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
