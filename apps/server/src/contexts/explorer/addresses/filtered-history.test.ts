import { expect, test } from 'vitest';
import type { AddressFilter } from './address-filter.ts';
import { createFilteredHistory } from './filtered-history.ts';
import type { Histories, HistoryAnswer, HistoryRow, OpenHistory } from './history.ts';

const rowCount = 10_000;
const rowOf = (number: number): HistoryRow => ({
  number,
  sequence: number,
  place: number,
  time: undefined,
  direction: 'in',
  amount: 1n,
  spam: false,
});
const unused = (): never => {
  throw new Error('It is not asked for');
};

/** Creates a history whose rows all match the filter, and counts how often it was opened. */
function createHistory() {
  let opened = 0;
  const history: OpenHistory = {
    blockchain: 'bitcoin',
    address: 'a',
    coverage: '',
    lo: 0,
    hi: rowCount,
    anchor: { height: 1, hash: 'a', basis: '' },
    isCurrent: async () => true,
    windowOf: unused,
    rows: async (from, to) => Array.from({ length: to - from }, (_, i) => rowOf(from + i)),
    fullRows: unused,
    page: async (numbers, pagination) => ({ numbers, pagination }) as unknown as HistoryAnswer,
  };
  const histories: Histories = {
    open: async (_, __, work) => {
      opened++;
      return work(history);
    },
    openDays: unused,
  };
  return { histories, opened: () => opened };
}

const incoming: AddressFilter = {
  direction: 'in',
  min: undefined,
  max: undefined,
  times: undefined,
  counterparty: undefined,
  asset: undefined,
  hidden: false,
};

test('a filter that more meets than may be kept is looked through to its end', async () => {
  const { histories, opened } = createHistory();
  const history = createFilteredHistory({ matchesStored: 5_000 });
  const answer = await history.page(
    histories,
    { text: 'a', filter: incoming, page: { page: 1, limit: 2 } },
    { counterparties: { version: unused, ownersOf: unused }, signal: AbortSignal.timeout(60_000) },
  );
  expect(answer).toMatchObject({ numbers: [rowCount - 1, rowCount - 2], pagination: { totalTxs: rowCount } });
  // Three reads of rows, and one that finds none left.
  expect(opened()).toBe(4);
});
