import type { ConversionRecord } from '@hopscope/contract/flow-document';
import { chains, shortDecimal } from '@hopscope/domain';
import { type CanvasDocument, getOf } from '../document/document.ts';
import { nameOf } from '../trace/summary.ts';
import { byGivenTime, type Edge, edgesOf, givenOf, kindOf, proofOf } from './edges.ts';
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

type Column = readonly [name: string, of: (one: Edge, document: CanvasDocument) => string];

/** Returns a column of conversions, empty for transfers. */
const ofConversion =
  (value: (one: ConversionRecord) => string | null) =>
  (one: Edge): string =>
    one.kind === 'conversion' ? (value(one) ?? '') : '';

const nodeName = (document: CanvasDocument, id: string): string => {
  const node = getOf(document, 'node', id);
  return node ? nameOf(node) : '';
};

const addressOf = (document: CanvasDocument, id: string): string =>
  getOf(document, 'node', id)?.address ?? '';

const columns: readonly Column[] = [
  ['blockchain', (one) => givenOf(one).asset.chain],
  ['time_utc', (one) => isoTime(givenOf(one).time)],
  ['block', (one) => String(givenOf(one).height ?? '')],
  ['transaction', (one) => givenOf(one).transaction],
  ['output_or_movement', (one) => (one.kind === 'connection' ? one.utxoKey : '')],
  ['from', ({ from }, document) => addressOf(document, from)],
  ['from_name', ({ from }, document) => nodeName(document, from)],
  ['to', ({ to }, document) => addressOf(document, to)],
  ['to_name', ({ to }, document) => nodeName(document, to)],
  ['asset', (one) => givenOf(one).asset.symbol],
  ['contract', (one) => givenOf(one).asset.contract ?? ''],
  ['amount', (one) => shortDecimal(BigInt(givenOf(one).amount), givenOf(one).asset.decimals)],
  ['amount_smallest_units', (one) => givenOf(one).amount],
  ['whole_output_smallest_units', (one) => (one.kind === 'connection' ? one.whole : '')],
  [
    'transaction_fee',
    (one) =>
      one.kind === 'connection' && one.fee !== null
        ? shortDecimal(BigInt(one.fee), chains[one.asset.chain].coin.decimals)
        : '',
  ],
  ['transaction_fee_smallest_units', (one) => (one.kind === 'connection' ? (one.fee ?? '') : '')],
  ['kind', kindOf],
  ['received_blockchain', ofConversion(({ got }) => got.asset.chain)],
  ['received_transaction', ofConversion(({ got }) => got.transaction)],
  ['received_asset', ofConversion(({ got }) => got.asset.symbol)],
  ['received_contract', ofConversion(({ got }) => got.asset.contract)],
  ['received_amount', ofConversion(({ got }) => shortDecimal(BigInt(got.amount), got.asset.decimals))],
  ['received_smallest_units', ofConversion(({ got }) => got.amount)],
  ['protocol', ofConversion(({ crossing }) => crossing?.protocol ?? null)],
  ['proof', ofConversion(proofOf)],
];

/**
 * Exports every drawn transfer and conversion, oldest first (RFC 4180 with a byte order mark). Amounts are exact; those of a
 * conversion are what was given, and what was received for it. The fee is that of the whole transaction, repeated in each of its
 * rows: don't add it up. Empty: unknown.
 */
export function csvOf(document: CanvasDocument): string {
  const rows = edgesOf(document)
    .toSorted(byGivenTime)
    .map((one) => columns.map(([, of]) => cell(of(one, document))).join(','));
  return [`${byteOrderMark}${columns.map(([name]) => name).join(',')}`, ...rows, ''].join(lineEnd);
}
