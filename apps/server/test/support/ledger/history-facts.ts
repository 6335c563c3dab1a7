import { createAddressActivity } from '../../../src/contexts/explorer/addresses/address-activity.service.ts';
import { createAddressExport } from '../../../src/contexts/explorer/addresses/address-export.service.ts';
import { readFilter } from '../../../src/contexts/explorer/addresses/address-filter.ts';
import type { Counterparties } from '../../../src/contexts/explorer/addresses/counterparties.ts';
import { createFilteredHistory } from '../../../src/contexts/explorer/addresses/filtered-history.ts';
import type { Histories } from '../../../src/contexts/explorer/addresses/history.ts';
import { rowsOfJsonLines } from './address-checks.ts';

/** An empty directory. */
export const nobody: Counterparties = { version: async () => 0, ownersOf: async () => new Map() };

/**
 * Reads days, rows by direction, and the export of an address from any history source, without fields that a service can't know.
 */
export async function historyFacts(histories: Histories, text: string, chain: 'bitcoin' | 'ethereum') {
  const { signal } = new AbortController();
  const around = { counterparties: nobody, signal };
  const activity = createAddressActivity(() => histories);
  const { years, year, days } = await activity.activity(text, {});
  const [busy] = days.toSorted((a, b) => b.transactions - a.transactions);
  const first = busy && (await activity.day(text, busy.date));
  const counts = [];
  for (const direction of ['in', 'out', 'self'] as const) {
    const filter = readFilter({ direction, hidden: 'true' }, chain);
    const look = { text, filter, page: { page: 1, limit: 1000 } };
    const { pagination, txs } = await createFilteredHistory().page(histories, look, around);
    counts.push({ direction, total: pagination.totalTxs, shown: txs.map(({ txid }) => txid) });
  }
  const { lines } = await createAddressExport({ now: () => 0 }).export(
    histories,
    { text, chain, query: { hidden: 'true' }, format: 'jsonl', cursor: undefined },
    around,
  );
  let written = '';
  for await (const part of lines) written += part;
  const rows = rowsOfJsonLines(written).map((row) => ({ ...row, cursor: undefined }));
  return { years, year, days, first, counts, rows };
}
