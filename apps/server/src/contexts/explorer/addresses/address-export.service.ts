import type { ExportFormat, MediaType } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import { type AppError, conflict, badRequest } from '../../../lib/app-error.ts';
import {
  type AddressFilter,
  filterInWords,
  filterKey,
  type FilterQuery,
  readFilter,
} from './address-filter.ts';
import type { Counterparties, Owner } from './counterparties.ts';
import { type ExportText, exportTextOf } from './export-text.ts';
import { nextRows, rowsPerRead } from './filtered-history.ts';
import type { Anchor, Histories, OpenHistory, FullRow } from './history.ts';
import { createHash } from 'node:crypto';
import { fromHex, toHex } from '@hopscope/chain';
import { createPackReader, createPackWriter } from '../../../ledger/shared/varint.ts';
import { readSigned, writeSigned } from '../../../ledger/shared/wide.ts';

/** A position in an export: after the row with a number. */
interface ExportPosition {
  readonly number: number;
  /** Lowest number of the list when the cursor was written. */
  readonly lo: number;
  readonly place: number;
  /** Identifies the chain up to this row. */
  readonly mark: string;
}

const digestLength = 6;
const markLength = 8;

function digestOf(about: string): Uint8Array {
  return createHash('sha256').update(about).digest().subarray(0, digestLength);
}

/** Returns a cursor for a URL; `about` identifies its address and filter. */
function writeCursor(about: string, { number, lo, place, mark }: ExportPosition): string {
  const out = createPackWriter();
  out.raw(digestOf(about));
  writeSigned(out, number);
  writeSigned(out, lo);
  out.uint(place);
  out.raw(fromHex(mark));
  return Buffer.from(out.take()).toString('base64url');
}

/** Throws 400 for an invalid cursor, or one of another address or filter. */
function readCursor(about: string, cursor: string): ExportPosition {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    const reader = createPackReader(bytes);
    const digest = reader.raw(digestLength);
    if (Buffer.compare(digest, digestOf(about)) === 0) {
      const place = { number: readSigned(reader), lo: readSigned(reader), place: reader.uint() };
      const mark = toHex(reader.raw(markLength));
      if (reader.done && Object.values(place).every(Number.isSafeInteger)) return { ...place, mark };
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw badRequest('bad_request', 'This cursor belongs to another address or filter');
}

const mediaTypes: Readonly<Record<ExportFormat, MediaType>> = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
};

/** The inputs of an export. */
interface Plan {
  readonly text: string;
  readonly filter: AddressFilter;
  /** Identifies address and filter in cursors. */
  readonly about: string;
  readonly anchor: Anchor;
  readonly lo: number;
  readonly from: number;
  readonly to: number;
}

function changed(): AppError {
  return conflict('The blocks below this cursor have changed since the export started. Restart the export.');
}

/** Returns the number after the row of a cursor. Throws 409 if the chain now has another row there. */
async function numberAfter(history: OpenHistory, about: string, cursor: string): Promise<number> {
  const { number, lo, place, mark } = readCursor(about, cursor);
  if (lo !== history.lo || number < history.lo || number >= history.hi) throw changed();
  const [row] = await history.fullRows([number]);
  if (!row || row.place !== place || row.mark !== mark) throw changed();
  return number + 1;
}

/** Exports whole histories as streamed text. Memory use is a few rows, regardless of the length. */
export function createAddressExport({ now }: { now: () => number }) {
  async function* linesOf(
    histories: Histories,
    plan: Plan,
    about: { head: string; text: ExportText; counterparties: Counterparties; signal: AbortSignal },
  ): AsyncGenerator<string> {
    const { text, counterparties, signal } = about;
    yield about.head;
    let written = 0;
    for (let next = plan.from; next < plan.to; ) {
      if (signal.aborted) return;
      const { filter } = plan;
      const part = await histories.open(plan.text, filter.asset, (history) => readPart(history, plan, next));
      next = part.next;
      const owners = await counterparties.ownersOf(part.rows.flatMap(({ others }) => others));
      const rows = part.rows.filter((row) => isFlowWith(row, owners, filter.counterparty));
      written += rows.length;
      if (rows.length > 0) yield rows.map((row) => text.row(rowOf(row, owners, plan))).join('');
    }
    yield text.end(written);
  }

  return {
    /**
     * Exports the rows that match a filter, oldest first, after `cursor`. The rows are from the blocks that the head
     * names; if a reorganization replaces those during the export, the text ends early and can be resumed with the cursor
     * of the last row.
     */
    async export(
      histories: Histories,
      asked: {
        text: string;
        chain: Blockchain;
        query: FilterQuery;
        format: ExportFormat;
        cursor: string | undefined;
      },
      around: { counterparties: Counterparties; signal: AbortSignal },
    ): Promise<{ filename: string; type: MediaType; lines: AsyncIterable<string> }> {
      const { text, chain, query, format, cursor } = asked;
      const filter = readFilter(query, chain);
      const { plan, head } = await histories.open(text, filter.asset, async (history) => {
        const about = `${history.address} ${filterKey(filter)}`;
        const { anchor, lo, hi, address, coverage, blockchain } = history;
        const from = cursor === undefined ? lo : await numberAfter(history, about, cursor);
        return {
          plan: { text, filter, about, anchor, lo, from, to: hi },
          head: {
            blockchain,
            address,
            coverage,
            height: anchor.height,
            block_hash: anchor.hash,
            exported_at: new Date(now()).toISOString(),
            filter: filterInWords(query),
            after: cursor ?? null,
          },
        };
      });
      const written = exportTextOf(format);
      return {
        filename: `hopscope-${head.address}-${head.height ?? 'empty'}.${format}`,
        type: mediaTypes[format],
        lines: linesOf(histories, plan, { head: written.head(head), text: written, ...around }),
      };
    },
  };
}

/** Reads the next rows of a plan. Throws 409 if its blocks were replaced. */
async function readPart(
  history: OpenHistory,
  { filter, anchor, to }: Plan,
  from: number,
): Promise<{ rows: FullRow[]; next: number }> {
  if (!(await history.isCurrent(anchor))) throw changed();
  const { found, next } = await nextRows(history, filter, { from, to, limit: rowsPerRead });
  const shown = filter.hidden ? found : found.filter(({ spam }) => !spam);
  return { rows: await history.fullRows(shown.map(({ number }) => number)), next };
}

function isFlowWith(
  { others }: FullRow,
  owners: ReadonlyMap<string, Owner>,
  entity: string | undefined,
): boolean {
  return entity === undefined || others.some((address) => owners.get(address)?.id === entity);
}

function rowOf(
  { exported, others, number, place, mark }: FullRow,
  owners: ReadonlyMap<string, Owner>,
  plan: Plan,
) {
  const names = others.flatMap((address) => owners.get(address)?.name ?? []);
  return {
    exported,
    counterparties: [...new Set(names)],
    cursor: writeCursor(plan.about, { number, lo: plan.lo, place, mark }),
  };
}
