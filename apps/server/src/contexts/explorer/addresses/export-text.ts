import type { ExportFormat } from '@hopscope/contract';
import type { z } from 'zod';
import type { exportHead } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { ExportedMovement, ExportedTransaction } from './history.ts';

export type ExportHead = Omit<z.infer<typeof exportHead>, 'kind'>;

/** A row of an export. */
export interface ExportRow {
  readonly exported: ExportedTransaction | ExportedMovement;
  readonly counterparties: readonly string[];
  readonly cursor: string;
}

/** Writes an export piece by piece. */
export interface ExportText {
  head(head: ExportHead): string;
  row(row: ExportRow): string;
  end(rows: number): string;
}

/** Byte order mark, which makes spreadsheets read the text as UTF-8. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';

/** Control characters and characters that change the text direction (Unicode, Bidirectional Algorithm). */
const invisible = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;
/** What a spreadsheet may interpret as a formula, at the start or after a possible separator (OWASP, CSV Injection). */
const formula = /(^|[;,|])(\s*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Returns a cell with text from outside, escaped so that a spreadsheet displays it as text. */
export function textCell(text: string): string {
  return quoted(text.replace(invisible, ' ').replace(formula, "$1$2'$3"));
}

/** Quotes a cell that contains a separator (RFC 4180). */
function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Cell = string | number | null;

/** Columns of a chain: name with unit, and cell of a row. Only names of tokens and entities come from outside. */
type Columns<T> = readonly (readonly [name: string, cell: (row: T) => Cell])[];

const bitcoinColumns: Columns<ExportedTransaction> = [
  ['sequence', (row) => row.sequence],
  ['time_utc', (row) => row.time],
  ['block', (row) => row.block],
  ['txid', (row) => row.txid],
  ['direction', (row) => row.direction],
  ['received_satoshi', (row) => row.received],
  ['spent_satoshi', (row) => row.spent],
  ['net_satoshi', (row) => row.net],
  ['transaction_fee_satoshi', (row) => row.fee],
];

const ethereumColumns: Columns<ExportedMovement> = [
  ['sequence', (row) => row.sequence],
  ['time_utc', (row) => row.time],
  ['block', (row) => row.block],
  ['transaction', (row) => row.txid],
  ['movement', (row) => row.movement],
  ['direction', (row) => row.direction],
  ['from', (row) => row.from],
  ['to', (row) => row.to],
  ['asset_type', (row) => row.asset_type],
  ['contract', (row) => row.contract],
  ['symbol', (row) => (row.symbol === null ? null : textCell(row.symbol))],
  ['decimals', (row) => row.decimals],
  ['token_id', (row) => row.token_id],
  ['received_base_units', (row) => row.received],
  ['spent_base_units', (row) => row.spent],
  ['status', (row) => row.status],
  ['spam', (row) => row.spam],
];

const columnsOf: Readonly<Record<Blockchain, Columns<never>>> = {
  bitcoin: bitcoinColumns,
  ethereum: ethereumColumns,
};

function line(cells: readonly Cell[]): string {
  return `${cells.map((cell) => cell ?? '').join(',')}${lineEnd}`;
}

function comment(name: string, value: Cell): string {
  return line(['#', name, typeof value === 'string' ? textCell(value) : value]);
}

function cellsOf(exported: ExportRow['exported']): Cell[] {
  return 'movement' in exported
    ? ethereumColumns.map(([, cell]) => cell(exported))
    : bitcoinColumns.map(([, cell]) => cell(exported));
}

function headLines(head: ExportHead): string {
  const { filter } = head;
  const asked = Object.entries(filter).map(([name, value]) => `${name} = ${value}`);
  const unknown = 'none';
  return [
    comment('blockchain', head.blockchain),
    comment('address', head.address),
    comment('coverage', head.coverage),
    comment('ledger height', head.height ?? unknown),
    comment('ledger block', head.block_hash ?? unknown),
    comment('exported at', head.exported_at),
    comment('filter', asked.length === 0 ? 'none' : asked.join('; ')),
    ...(head.after === null ? [] : [comment('continues after', head.after)]),
    line([...columnsOf[head.blockchain].map(([name]) => name), 'counterparties', 'cursor']),
  ].join('');
}

const csv: ExportText = {
  head: (head) => `${byteOrderMark}${headLines(head)}`,
  row: ({ exported, counterparties, cursor }) =>
    line([...cellsOf(exported), textCell(counterparties.join(' | ')), cursor]),
  end: (rows) => comment('end', rows),
};

const jsonLines: ExportText = {
  head: (head) => `${JSON.stringify({ kind: 'head', ...head })}\n`,
  row: ({ exported, counterparties, cursor }) =>
    `${JSON.stringify({ kind: 'row', ...exported, counterparties, cursor })}\n`,
  end: (rows) => `${JSON.stringify({ kind: 'end', rows })}\n`,
};

export function exportTextOf(format: ExportFormat): ExportText {
  return format === 'csv' ? csv : jsonLines;
}
