import type { Connection } from '@hopscope/contract/flow-document';
import { chains, shortDecimal } from '@hopscope/domain';
import { allOf, type CanvasDocument, getOf } from '../document/document.ts';
import { byTime } from '../trace/aggregate.ts';
import { nameOf } from '../trace/summary.ts';
import { isoTime } from './times.ts';

/** Byte order mark, so that spreadsheets read UTF-8. */
const byteOrderMark = '\uFEFF';
const lineEnd = '\r\n';
/** Controls, and characters that change the direction of what follows. */
const invisible = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;
/** Characters that a spreadsheet can interpret as a formula, at the beginning or after a separator (OWASP, CSV Injection). */
const formula = /(^|[;,|])(\s*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Formats a cell by RFC 4180, always as text. */
function cell(text: string): string {
  const safe = text.replace(invisible, ' ').replace(formula, "$1$2'$3");
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

type Column = readonly [name: string, of: (one: Connection, document: CanvasDocument) => string];

const nodeName = (document: CanvasDocument, id: string): string => {
  const node = getOf(document, 'node', id);
  return node ? nameOf(node) : '';
};

const addressOf = (document: CanvasDocument, id: string): string =>
  getOf(document, 'node', id)?.address ?? '';

const columns: readonly Column[] = [
  ['blockchain', ({ asset }) => asset.chain],
  ['time_utc', ({ time }) => isoTime(time)],
  ['block', ({ height }) => (height === null ? '' : String(height))],
  ['transaction', ({ transaction }) => transaction],
  ['output_or_movement', ({ utxoKey }) => utxoKey],
  ['from', ({ from }, document) => addressOf(document, from)],
  ['from_name', ({ from }, document) => nodeName(document, from)],
  ['to', ({ to }, document) => addressOf(document, to)],
  ['to_name', ({ to }, document) => nodeName(document, to)],
  ['asset', ({ asset }) => asset.symbol],
  ['contract', ({ asset }) => asset.contract ?? ''],
  ['amount', ({ amount, asset }) => shortDecimal(BigInt(amount), asset.decimals)],
  ['amount_smallest_units', ({ amount }) => amount],
  ['whole_output_smallest_units', ({ whole }) => whole],
  [
    'transaction_fee',
    ({ fee, asset }) => (fee === null ? '' : shortDecimal(BigInt(fee), chains[asset.chain].coin.decimals)),
  ],
  ['transaction_fee_smallest_units', ({ fee }) => fee ?? ''],
];

/**
 * Exports every drawn transfer, oldest first (RFC 4180 with a byte order mark). Amounts are exact. The fee is that of the
 * whole transaction, repeated in each of its rows: don't add it up. Empty: unknown.
 */
export function csvOf(document: CanvasDocument): string {
  const rows = allOf(document, 'connection')
    .toSorted(byTime)
    .map((one) => columns.map(([, of]) => cell(of(one, document))).join(','));
  return [`${byteOrderMark}${columns.map(([name]) => name).join(',')}`, ...rows, ''].join(lineEnd);
}
