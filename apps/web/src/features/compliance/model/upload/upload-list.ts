import type { CsvRecord } from './csv.ts';
import { readCsv, separatorOf } from './csv.ts';
import { type FileText, textOfFile } from './file-text.ts';
import { complianceTexts as texts } from '../texts.ts';

/** Columns of a list of addresses; `outgoing` is an extension. */
export const uploadColumns = [
  'address',
  'blockchain',
  'clientId',
  'notes',
  'entityName',
  'riskThreshold',
  'tags',
  'outgoing',
] as const;
type Column = (typeof uploadColumns)[number];

/** A row of a list: what is sent for it, or why it isn't sent. */
export interface UploadRow {
  /** Line of the file, or number of the entry in JSON, from 1. */
  readonly line: number;
  /** Unchanged cells of the file, one per column. */
  readonly cells: readonly string[];
  readonly item: unknown;
  readonly problem: string | undefined;
  /** Fraction of the file read after this row, 0 to 1. */
  readonly read: number;
}

export interface UploadList {
  readonly format: 'CSV' | 'JSON';
  readonly encoding: FileText['encoding'];
  /** Column names of the file. */
  readonly columns: readonly string[];
  /** Columns that aren't used. */
  readonly unused: readonly string[];
  readonly rows: () => Generator<UploadRow>;
}

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

function columnOf(name: string): Column | undefined {
  return uploadColumns.find((column) => bare(column) === bare(name));
}

const yes: readonly string[] = ['true', 'yes', '1'];

/** Returns the value of a cell; the server reports invalid values by row. */
function valueOf(column: Column, cell: string): unknown {
  if (column === 'tags') {
    return cell
      .split(';')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
  }
  if (column === 'riskThreshold') return /^\d{1,9}$/.test(cell) ? Number(cell) : cell;
  if (column === 'outgoing') return yes.includes(cell.toLowerCase());
  return column === 'blockchain' ? cell.toLowerCase() : cell;
}

function itemOfCells(columns: readonly (Column | undefined)[], cells: readonly string[]): object {
  const item: Partial<Record<Column, unknown>> = {};
  for (const [place, column] of columns.entries()) {
    const cell = (cells[place] ?? '').trim();
    if (column !== undefined && cell !== '') item[column] = valueOf(column, cell);
  }
  // A row without an address is sent with an empty one, so that the server refuses it with its own message.
  return 'address' in item ? item : { ...item, address: '' };
}

function problemOf({ cells, open }: CsvRecord, columns: number): string | undefined {
  if (open) return 'Unclosed quote';
  if (cells.length > columns) return `${cells.length} cells, but the header has ${columns}`;
  return undefined;
}

function openCsv({ text, encoding }: FileText): UploadList | string {
  const separator = separatorOf(text);
  const head = readCsv(text, separator).next().value as CsvRecord | undefined;
  if (!head) return 'The file is empty.';
  const names = head.cells.map((cell) => cell.trim());
  const columns = names.map(columnOf);
  if (!columns.includes('address')) {
    return `There is no column “address”. The first line has: ${names.join(', ').slice(0, 200)}`;
  }
  const twice = columns.find((column, at) => column !== undefined && columns.indexOf(column) !== at);
  if (twice !== undefined) return `The column “${twice}” appears twice.`;
  return {
    format: 'CSV',
    encoding,
    columns: names,
    unused: names.filter((name, at) => columns[at] === undefined && name !== ''),
    *rows() {
      const records = readCsv(text, separator);
      records.next();
      for (const record of records) {
        const { cells, line, end } = record;
        const problem = problemOf(record, names.length);
        const item = problem === undefined ? itemOfCells(columns, cells) : undefined;
        yield { line, cells, item, problem, read: end / text.length };
      }
    },
  };
}

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function entriesOf(text: string): readonly unknown[] | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'The file is not valid JSON.';
  }
  if (Array.isArray(parsed)) return parsed;
  const inside = typeof parsed === 'object' && parsed !== null && 'addresses' in parsed && parsed.addresses;
  return Array.isArray(inside) ? inside : 'The file has no list of addresses.';
}

function openJson({ text, encoding }: FileText): UploadList | string {
  const entries = entriesOf(text);
  if (typeof entries === 'string') return entries;
  return {
    format: 'JSON',
    encoding,
    columns: uploadColumns,
    unused: [],
    *rows() {
      for (const [at, item] of entries.entries()) {
        const fields = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
        const cells = uploadColumns.map((column) => cellOf(fields[column]));
        yield { line: at + 1, cells, item, problem: undefined, read: (at + 1) / entries.length };
      }
    },
  };
}

/** Opens a list of addresses, CSV or JSON by content; returns a message if it isn't one. */
export function openUploadList(bytes: Uint8Array): UploadList | string {
  const file = textOfFile(bytes);
  if (!file) return `${texts.fileFailed}: it is not a text file.`;
  const start = file.text.trimStart();
  if (start === '') return `${texts.fileFailed}: it is empty.`;
  const opened = /^[[{]/.test(start) ? openJson(file) : openCsv(file);
  return typeof opened === 'string' ? `${texts.fileFailed}: ${opened}` : opened;
}
