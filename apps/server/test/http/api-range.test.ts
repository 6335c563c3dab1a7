import {
  type AddressTransactionView,
  getAddress,
  getAddressSummary,
  getBlock,
  getBlockStats,
  getLedgerStatus,
  getTransaction,
  listAddressTransactions,
  listBlockTransactions,
  type TransactionView,
} from '@hopscope/contract';
import { describe, expect, test } from 'vitest';
import { describeLedger, load, type LoadedLedger } from '../support/ledger/loaded-ledger.ts';
import { describeWithFiles, realFile } from '../support/recorded/real-files.ts';

const file = 'blk_560065_560066.dat';
const [first, last] = [560_065, 560_066];

async function allTransactions(loaded: LoadedLedger, height: number): Promise<TransactionView[]> {
  const txs: TransactionView[] = [];
  for (let page = 1; ; page++) {
    const answer = await loaded.api.bitcoin(listBlockTransactions, {
      params: { height: String(height) },
      query: { page, limit: 1000 },
    });
    txs.push(...answer.txs);
    if (page >= answer.pagination.totalPages) return txs;
  }
}

async function historyOf(
  loaded: LoadedLedger,
  addr: string,
  limit: number,
): Promise<AddressTransactionView[]> {
  const rows: AddressTransactionView[] = [];
  for (let page = 1; ; page++) {
    const query = { page, limit };
    const answer = await loaded.api.bitcoin(listAddressTransactions, { params: { addr }, query });
    const { totalTxs, totalPages } = answer.pagination;
    expect(answer.pagination).toEqual({ ...query, totalTxs, totalPages: Math.ceil(totalTxs / limit) });
    expect(answer.txs.length).toBe(Math.max(0, Math.min(limit, totalTxs - (page - 1) * limit)));
    rows.push(...answer.txs);
    if (page >= totalPages) return rows;
  }
}

/** The address that most transactions of a block pay to. */
function busiestOf(txs: readonly TransactionView[]): string {
  const counts = new Map<string, number>();
  for (const tx of txs) {
    for (const addr of new Set(tx.outputs.map((output) => output.addr ?? ''))) {
      counts.set(addr, (counts.get(addr) ?? 0) + 1);
    }
  }
  counts.delete('');
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

describe('Blocks 560065 and 560066', () => {
  describeLedger('as a range', { prepare: (ledger) => load(ledger, [realFile(file)]) }, (loaded) => {
    test('counts and coverage', async () => {
      const { data } = await loaded.api.bitcoin(getLedgerStatus, {});
      expect(data).toMatchObject({
        coverage: { kind: 'range', ranges: [{ from: first, to: last }] },
        totals: { blocks: 2, transactions: 2650 + 1871, issued: null, fees: null },
      });
      let [inputs, outputs, transactions] = [0, 0, 0];
      for (let height = first; height <= last; height++) {
        const block = await loaded.api.bitcoin(getBlock, { params: { height: String(height) } });
        inputs += block.data.input_count;
        outputs += block.data.output_count;
        transactions += block.data.transaction_count;
        expect(block.data.coverage.kind).toBe('range');
        const byHash = await loaded.api.bitcoin(getBlock, {
          params: { height: block.data.hash.toUpperCase() },
        });
        expect(byHash).toEqual(block);
      }
      expect({ inputs, outputs, transactions }).toEqual({
        inputs: 8838,
        outputs: 10_007,
        transactions: 2650 + 1871,
      });
    });

    test('what is unknown is null, never zero; fees of a block rest on its coinbase', async () => {
      const { data: block } = await loaded.api.bitcoin(getBlock, { params: { height: '560066' } });
      const txs = await allTransactions(loaded, block.number);
      expect(txs.map((tx) => tx.index)).toEqual(Array.from({ length: block.transaction_count }, (_, i) => i));
      let [unknown, known, knownFees] = [0, 0, 0];
      for (const tx of txs.slice(1)) {
        const inputs = tx.truncated
          ? (await loaded.api.bitcoin(getTransaction, { params: { hash: tx.txid } })).data.inputs
          : tx.inputs;
        expect(inputs).toHaveLength(tx.input_count);
        const strange = inputs.filter((input) => input.amt === null);
        expect(strange.length).toBe(tx.unknown_input_count);
        for (const input of strange) {
          expect([input.addr, input.script_type, input.block]).toEqual([null, null, null]);
          expect(input.txid).toMatch(/^[0-9a-f]{64}$/);
        }
        if (strange.length > 0) {
          unknown++;
          expect([tx.fee_amt, tx.fee_rate, tx.input_amt]).toEqual([null, null, null]);
        } else {
          known++;
          knownFees += tx.fee_amt ?? Number.NaN;
          expect((tx.input_amt ?? Number.NaN) - tx.output_amt).toBe(tx.fee_amt);
          expect(Math.abs(Number(tx.fee_rate) - (tx.fee_amt ?? 0) / tx.vsize)).toBeLessThan(0.0051);
        }
      }
      expect(unknown).toBeGreaterThan(100);
      expect(known).toBeGreaterThan(100);
      expect(block.fees_basis).toBe('coinbase');
      expect(block.fees).toBe(block.reward - 1_250_000_000);
      expect(block.fees).toBeGreaterThan(knownFees);
      const inputsUnknown = txs.reduce((sum, tx) => sum + tx.unknown_input_count, 0);
      expect(block.unknown_input_count).toBe(inputsUnknown);
    });

    test('a page of a block beyond its end is empty, with the right totals', async () => {
      const params = { height: String(last) };
      const { data: block } = await loaded.api.bitcoin(getBlock, { params });
      for (const page of [Math.ceil(block.transaction_count / 20) + 1, 1_000_000_000]) {
        const answer = await loaded.api.bitcoin(listBlockTransactions, {
          params,
          query: { page, limit: 20 },
        });
        const { transaction_count: totalTxs } = block;
        expect(answer).toMatchObject({
          txs: [],
          pagination: { totalTxs, totalPages: Math.ceil(totalTxs / 20) },
        });
      }
      expect(block.next_hash).toBeNull();
      expect(block.confirmations).toBe(1);
    });

    test('a list cuts long transactions and says so; the transaction itself is whole', async () => {
      const long = (await allTransactions(loaded, first)).find((tx) => tx.truncated);
      if (!long) throw new Error('No long transaction');
      expect(Math.max(long.inputs.length, long.outputs.length)).toBe(100);
      const { data } = await loaded.api.bitcoin(getTransaction, { params: { hash: long.txid } });
      expect(data.truncated).toBe(false);
      expect([data.inputs.length, data.outputs.length]).toEqual([long.input_count, long.output_count]);
      expect(data.outputs.slice(0, 100)).toEqual(long.outputs);
      expect(data.outputs.map((output) => output.index)).toEqual(data.outputs.map((_, i) => i));
    });

    test('what the range does not hold is not covered, and the answer says what is', async () => {
      for (const url of [
        `/blockchain/block/${first - 1}`,
        `/blockchain/block/${last + 1}`,
        '/blockchain/block/0/transactions',
        `/blockchain/block/${'0'.repeat(63)}1`,
        '/blockchain/transaction/f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
        '/blockchain/address/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
        '/blockchain/address/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S/summary',
        '/blockchain/address/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S/transactions',
        '/blockchain/transactions/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S/getBlockStats',
      ]) {
        const refusal = await loaded.api.refused(404, url);
        const ranges = [{ from: first, to: last }];
        expect(refusal).toMatchObject({
          code: 'not_covered',
          details: { coverage: { kind: 'range', ranges } },
        });
        expect(refusal.message).toContain('blocks 560065–560066');
      }
    });

    test('an upper-case bech32 address is the same address, shown in its canonical form', async () => {
      const txs = await allTransactions(loaded, first);
      const addr =
        txs.flatMap((tx) => tx.outputs).find((output) => output.script_type === 'p2wpkh')?.addr ?? '';
      const { data } = await loaded.api.bitcoin(getAddress, { params: { addr: addr.toUpperCase() } });
      expect(data).toEqual((await loaded.api.bitcoin(getAddress, { params: { addr } })).data);
      expect(data.address).toBe(addr);
    });
  });
});

const manyFile = 'blk_560062_560073.dat';

describeWithFiles('Blocks 560062 to 560073', [manyFile], () => {
  describeLedger(
    'as a longer range',
    { prepare: (ledger) => load(ledger, [realFile(manyFile)]) },
    (loaded) => {
      test('every page of a busy address, at every size', async () => {
        const addr = busiestOf(await allTransactions(loaded, 560_062));
        const { data } = await loaded.api.bitcoin(getAddressSummary, { params: { addr } });
        const [summary] = data;
        if (!summary) throw new Error('No summary');
        const rows = await historyOf(loaded, addr, 1000);
        expect(rows.length).toBeGreaterThan(150);
        expect(rows.length).toBe(summary.txCount);
        expect(new Set(rows.map((row) => row.txid)).size).toBe(rows.length);
        expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, i) => rows.length - 1 - i));
        const places = rows.map((row) => row.block * 100_000 + (row.index ?? 0));
        expect(places).toEqual(places.toSorted((a, b) => b - a));
        expect(rows.reduce((sum, row) => sum + row.net, 0)).toBe(summary.balance);
        expect(rows.reduce((sum, row) => sum + row.received, 0)).toBe(summary.total_received);
        expect(rows.reduce((sum, row) => sum + row.spent, 0)).toBe(summary.total_spent);
        for (const row of rows) {
          expect(row.net).toBe(row.received - row.spent);
          expect(row.direction).toBe(row.net > 0 ? 'in' : row.net < 0 ? 'out' : 'self');
        }
        expect(summary.first_seen?.block).toBe(rows.at(-1)?.block);
        expect(summary.last_seen).toEqual({ block: rows[0]?.block, timestamp: rows[0]?.timestamp });
        const stats = await loaded.api.bitcoin(getBlockStats, { params: { id: addr } });
        expect(stats.data.totalBlocks).toBe(new Set(rows.map((row) => row.block)).size);
        for (const limit of [20, 7]) expect(await historyOf(loaded, addr, limit)).toEqual(rows);
        // One row a page around each border of 64 entries, where the ledger begins another part.
        const borders = [1, 2, 63, 64, 65, rows.length - 64, rows.length - 1, rows.length];
        for (const page of borders) {
          const one = await loaded.api.bitcoin(listAddressTransactions, {
            params: { addr },
            query: { page, limit: 1 },
          });
          expect(one.txs).toEqual(rows.slice(page - 1, page));
        }
        for (const page of [rows.length + 1, 1_000_000_000]) {
          const beyond = await loaded.api.bitcoin(listAddressTransactions, {
            params: { addr },
            query: { page, limit: 1 },
          });
          expect(beyond).toMatchObject({ txs: [], pagination: { page, limit: 1, totalTxs: rows.length } });
        }
      });
    },
  );
});
