import type { CsvRecord } from './csv.ts';
import { readCsv, separatorOf } from './csv.ts';
import { type FileText, textOfFile } from './file-text.ts';
import { complianceTexts as texts } from '../texts.ts';

/** Columns of a list of addresses; `outgoing` is ours. */
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

/** One row of a list: what is sent for it, or why it is not sent. */
export interface UploadRow {
  /** Line of the file, or number of the entry in JSON, from 1. */
  readonly line: number;
  /** As they stand in the file, one for each of its columns. */
  readonly cells: readonly string[];
  readonly item: unknown;
  readonly problem: string | undefined;
  /** How much of the file has been read after it, 0 to 1. */
  readonly read: number;
}

export interface UploadList {
  readonly format: 'CSV' | 'JSON';
  readonly encoding: FileText['encoding'];
  /** Names of the columns as the file has them. */
  readonly columns: readonly string[];
  /** Those of them that nothing is taken from. */
  readonly unused: readonly string[];
  readonly rows: () => Generator<UploadRow>;
}

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

function columnOf(name: string): Column | undefined {
  return uploadColumns.find((column) => bare(column) === bare(name));
}

const yes: readonly string[] = ['true', 'yes', '1'];

/** What a cell of a column says; what is wrong with it the server tells for its row. */
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
  // A row without an address is sent as one, so that it is refused in the server's own words.
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

/** A list of addresses in a file, CSV or JSON by what is in it; a text says why it is none. */
export function openUploadList(bytes: Uint8Array): UploadList | string {
  const file = textOfFile(bytes);
  if (!file) return `${texts.fileFailed}: it is not a text file.`;
  const start = file.text.trimStart();
  if (start === '') return `${texts.fileFailed}: it is empty.`;
  const opened = /^[[{]/.test(start) ? openJson(file) : openCsv(file);
  return typeof opened === 'string' ? `${texts.fileFailed}: ${opened}` : opened;
}
