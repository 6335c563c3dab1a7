import {
  getAddress,
  getAddressSummary,
  getBlock,
  getBlockStats,
  getLedgerStatus,
  getTransaction,
  listAddressTransactions,
  listBlockTransactions,
} from '@hopscope/contract';
import { describe, expect, test } from 'vitest';
import { readDataJson } from '../../../../test/chain-data.ts';
import { auditBitcoin } from '../../src/ledger/bitcoin/audit/audit.ts';
import { describeLedger, type LedgerOptions, load } from '../support/ledger/loaded-ledger.ts';
import { realFile } from '../support/recorded/real-files.ts';

const blocksFile = 'blk_000000_002100.dat';

interface AddressFact {
  balance: number;
  received: number;
  sent: number;
  txs: number;
}

interface Facts {
  range: [number, number];
  blocks: number;
  txs: number;
  tip: string;
  tip_time: number;
  utxos_excl_genesis: number;
  supply_sats_excl_genesis: number;
  supply_sats_incl_genesis: number;
  addresses: number;
  fees_total: number;
  inputs_resolved: number;
  non_coinbase: { height: number; txid: string; vin: number; vout: number; out: [string, number][] }[];
  top_balances: (AddressFact & { address: string; first: number; last: number })[];
  interesting: Record<string, AddressFact>;
}

describe('Facts of blocks 0 to 2100', () => {
  const facts = readDataJson('bitcoin/facts_000000_002100.json') as Facts;

  const loaded: LedgerOptions = {
    prepare: (ledger) => load(ledger, [realFile(blocksFile)]),
  };
  describeLedger('asked over HTTP', loaded, (served) => {
    test('tip, counts and sums', async () => {
      const { data } = await served.api.bitcoin(getLedgerStatus, {});
      expect(data).toMatchObject({
        network: 'mainnet',
        tip: { number: facts.range[1], hash: facts.tip, timestamp: facts.tip_time },
        coverage: { kind: 'complete', ranges: [{ from: 0, to: facts.range[1] }] },
        totals: {
          blocks: facts.blocks,
          transactions: facts.txs,
          addresses: facts.addresses,
          fees: facts.fees_total,
          destroyed: 0,
          other_balance: 0,
        },
      });
      // The output of block 0 is held by its address, and can never be spent.
      expect(data.totals.address_balance).toBe(facts.supply_sats_incl_genesis);
      expect(data.totals.issued).toBe(facts.supply_sats_incl_genesis);
      expect(facts.supply_sats_incl_genesis - facts.supply_sats_excl_genesis).toBe(50e8);
      expect(data.totals.utxos).toBe(facts.utxos_excl_genesis);
    });

    test('every block, and the sums over all of them', async () => {
      let [inputs, transactions, fees, unknown] = [0, 0, 0, 0];
      let next: string | null = null;
      for (let height = facts.range[0]; height <= facts.range[1]; height += 1) {
        const { data } = await served.api.bitcoin(getBlock, { params: { height: String(height) } });
        expect(data.number).toBe(height);
        if (height > 0) expect(data.hash).toBe(next);
        next = data.next_hash;
        inputs += data.input_count;
        transactions += data.transaction_count;
        fees += data.fees ?? Number.NaN;
        unknown += data.unknown_input_count;
      }
      expect({ fees, unknown, next }).toEqual({ fees: facts.fees_total, unknown: 0, next: null });
      expect([inputs, transactions]).toEqual([facts.inputs_resolved, facts.txs]);
    });

    test('all transactions that are not coinbases', async () => {
      for (const fact of facts.non_coinbase) {
        const { data } = await served.api.bitcoin(getTransaction, { params: { hash: fact.txid } });
        expect(data).toMatchObject({ txid: fact.txid, block: fact.height, coinbase: false, fee_amt: 0 });
        expect(data.inputs).toHaveLength(fact.vin);
        expect(data.outputs).toHaveLength(fact.vout);
        expect(data.outputs.map(({ addr, amt }) => [addr, amt])).toEqual(fact.out);
        const paid = fact.out.reduce((sum, [, amount]) => sum + amount, 0);
        expect([data.input_amt, data.output_amt]).toEqual([paid, paid]);
        for (const input of data.inputs) {
          const source = await served.api.bitcoin(getTransaction, { params: { hash: input.txid ?? '' } });
          const spent = source.data.outputs[input.vout ?? -1];
          expect(spent).toMatchObject({
            addr: input.addr,
            amt: input.amt,
            spent: 'spent',
            spent_by: { txid: fact.txid, block: fact.height },
          });
          expect(source.data.block).toBe(input.block);
        }
      }
      const blocks = [...new Set(facts.non_coinbase.map((fact) => fact.height))];
      const txids: string[] = [];
      for (const height of blocks) {
        const { txs } = await served.api.bitcoin(listBlockTransactions, {
          params: { height: String(height) },
        });
        txids.push(...txs.filter((tx) => !tx.coinbase).map((tx) => tx.txid));
      }
      expect(txids).toEqual(facts.non_coinbase.map((fact) => fact.txid));
      expect(facts.txs - facts.blocks).toBe(txids.length);
    });

    //
    test('the addresses with the highest balances, with first and last block', async () => {
      for (const fact of facts.top_balances) {
        const params = { addr: fact.address };
        const { data } = await served.api.bitcoin(getAddressSummary, { params });
        expect(data[0]).toMatchObject({
          address: fact.address,
          balance: fact.balance,
          total_received: fact.received,
          total_spent: fact.sent,
          txCount: fact.txs,
          first_seen: { block: fact.first },
          last_seen: { block: fact.last },
        });
        const stats = await served.api.bitcoin(getBlockStats, { params: { id: fact.address } });
        expect(stats.data.firstBlock?.blockNumber).toBe(fact.first);
        expect(stats.data.lastBlock?.blockNumber).toBe(fact.last);
        const history = await served.api.bitcoin(listAddressTransactions, { params, query: { limit: 1000 } });
        expect(stats.data.totalBlocks).toBe(new Set(history.txs.map((tx) => tx.block)).size);
      }
    });

    test('the addresses of interest, and their histories add up', async () => {
      for (const [address, fact] of Object.entries(facts.interesting)) {
        const { data } = await served.api.bitcoin(getAddress, { params: { addr: address } });
        expect([data.balance, data.total_received, data.total_spent, data.txCount]).toEqual([
          fact.balance,
          fact.received,
          fact.sent,
          fact.txs,
        ]);
        const history = await served.api.bitcoin(listAddressTransactions, {
          params: { addr: address },
          query: { limit: 1000 },
        });
        expect(history.pagination.totalTxs).toBe(fact.txs);
        expect(history.txs.reduce((sum, tx) => sum + tx.received, 0)).toBe(fact.received);
        expect(history.txs.reduce((sum, tx) => sum + tx.spent, 0)).toBe(fact.sent);
      }
    });

    test('the output of block 0 is unspendable, and its address says that it was paid by public key', async () => {
      const { txs } = await served.api.bitcoin(listBlockTransactions, { params: { height: '0' } });
      expect(txs[0]?.outputs).toMatchObject([
        { addr: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', amt: 50e8, script_type: 'p2pk', spent: 'unspendable' },
      ]);
      expect(txs[0]?.coinbase_text).toContain('Chancellor on brink of second bailout for banks');
      const { data } = await served.api.bitcoin(getAddress, {
        params: { addr: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
      });
      expect(data).toMatchObject({ has_p2pk: true, script_type: 'p2pkh' });
    });

    test('an address that was never paid has an exact zero on a complete ledger', async () => {
      const addr = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
      const { data } = await served.api.bitcoin(getAddress, { params: { addr } });
      expect(data).toMatchObject({
        balance: 0,
        txCount: 0,
        first_seen: null,
        coverage: { kind: 'complete' },
      });
      const history = await served.api.bitcoin(listAddressTransactions, { params: { addr } });
      expect(history).toMatchObject({ txs: [], pagination: { totalTxs: 0, totalPages: 0 } });
    });

    test('the ledger passes its audit', async () => {
      expect(await auditBitcoin(served.db)).toMatchObject({
        ok: true,
        report: { complete: true, blocks: facts.blocks },
      });
    });
  });
});

describe('An empty ledger', () => {
  describeLedger('asked over HTTP', {}, (loaded) => {
    test('says that it is empty, never zero', async () => {
      const { data } = await loaded.api.bitcoin(getLedgerStatus, {});
      expect(data).toMatchObject({ network: null, tip: null, coverage: { kind: 'empty' } });
      expect(data.totals).toMatchObject({ blocks: 0, issued: null, fees: null });
      for (const url of [
        '/blockchain/block/0',
        '/blockchain/block/0/transactions',
        `/blockchain/transaction/${'0'.repeat(64)}`,
        '/blockchain/address/1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
        '/blockchain/address/1BoatSLRHtKNngkdXEeobR76b53LETtpyT/summary',
        '/blockchain/address/1BoatSLRHtKNngkdXEeobR76b53LETtpyT/transactions',
        '/blockchain/transactions/1BoatSLRHtKNngkdXEeobR76b53LETtpyT/getBlockStats',
      ]) {
        const refusal = await loaded.api.refused(404, url);
        expect(refusal).toMatchObject({ code: 'not_covered', details: { coverage: { kind: 'empty' } } });
        expect(refusal.message).toContain('The ledger is empty');
      }
    });
  });
});
