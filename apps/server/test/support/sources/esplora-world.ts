import { encodeAddress, networks, toHex } from '@hopscope/chain';
import { expect, onTestFinished } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { readRemoteAddress } from '../../../src/ledger/bitcoin/remote/by-address.ts';
import { createBitcoinLedger, type NetworkName } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing as hashing } from '../../../src/ledger/native-hashing.ts';
import { createBitcoinBlockchain } from '../../../src/contexts/explorer/bitcoin/bitcoin.service.ts';
import { createBitcoinByAddress } from '../../../src/contexts/explorer/bitcoin/bitcoin-by-address.service.ts';
import type { EsploraSettings } from '../../../src/sources/esplora/esplora-source.ts';
import type { TestChain } from '../ledger/chain-builder.ts';
import { type EsploraTestServer, startEsplora } from './esplora-server.ts';
import { historyFacts } from '../ledger/history-facts.ts';
import { runEsplora } from './esplora-source-process.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

export interface KnownAddress {
  key: Uint8Array;
  text: string;
  count: number;
}

/** Returns addresses of a ledger that aren't public keys, by number of transactions, busiest first. */
export function addressesOf(db: SqlDatabase, network: NetworkName = 'demo'): Promise<KnownAddress[]> {
  return withSession(db, async (session) => {
    const { rows } = await session.query<{ key: Uint8Array; tx_count: number }>(
      'select key, tx_count from btc_account where flags = 0 order by tx_count desc, key',
    );
    return rows.map(({ key, tx_count: count }) => ({
      key,
      count,
      text: encodeAddress(key, networks[network]),
    }));
  });
}

/** Stops what a test has started before its database is used by the next one. */
const running: (() => Promise<void>)[] = [];

/** Stops all running sources. */
export async function stopSources(): Promise<void> {
  for (const stop of running.splice(0)) await stop();
}

/** Runs a source, with the pages that use it. */
export function openEsplora(db: SqlDatabase, url: string, more: Partial<EsploraSettings> = {}) {
  const { source, output, failures } = runEsplora(db, url, more);
  const service = createBitcoinByAddress({
    db,
    network: more.network ?? 'demo',
    fetchOnDemand: (wanted) =>
      wanted.kind === 'address'
        ? source.fetchAddress(wanted.key, wanted.text)
        : source.fetchTransaction(wanted.txid),
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= source.stop());
  running.push(stop);
  return { source, service, output, failures, stop };
}

/** Waits until the whole history of an address is stored, checked at a tip, and with every position proven. */
export async function untilStored(
  db: SqlDatabase,
  key: Uint8Array,
  tip: Uint8Array,
  ask: () => void = () => {},
): Promise<void> {
  const state = () =>
    withSession(db, async (session) => {
      const stored = await readRemoteAddress(session, key);
      const { rows } = await session.query<{ n: bigint }>(
        'select count(*) as n from btc_remote_tx t join btc_remote_entry e on e.txid = t.txid where e.key = $1 and place is null',
        [key],
      );
      if (!stored || stored.problem !== undefined) ask();
      if (!stored) return 'nothing';
      if (stored.problem !== undefined) return stored.problem;
      const compared = toHex(stored.checkedTip) === toHex(tip);
      if (compared && stored.stored === stored.total && rows[0]?.n === 0n) return 'complete';
      return `${stored.stored} of ${stored.total}, ${rows[0]?.n} unproven, ${compared ? '' : 'not '}compared`;
    });
  await expect.poll(state, { interval: 20 }).toBe('complete');
}

export const tipOf = (chain: TestChain): Uint8Array => chain.blocks.at(-1)?.block.hash ?? new Uint8Array();

/** Reads every page of an address, reduced to fields that both ways of reading know. */
async function pagesOf(
  service: ReturnType<typeof createBitcoinBlockchain>,
  text: string,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let page = 1; ; page++) {
    const { txs, pagination } = await service.addressTransactions(text, { page, limit: 7 });
    for (const tx of txs) {
      const { coverage: _, inputs, outputs, ...rest } = tx;
      const plainInputs = inputs.map(({ block: _block, ...input }) => input);
      const plainOutputs = outputs.map(({ spent: _spent, spent_by: _by, ...output }) => output);
      // A transaction as long as an inner node of a merkle tree has no provable position.
      const index = tx.size - tx.witness_size === 64 ? null : tx.index;
      rows.push({ ...rest, index, inputs: plainInputs, outputs: plainOutputs });
    }
    if (page >= pagination.totalPages) return rows;
  }
}

/** Checks the same blocks in a ledger: the history of an address from the service must be equal. */
export async function expectSameAddress(
  db: SqlDatabase,
  full: SqlDatabase,
  address: KnownAddress,
  network: NetworkName = 'demo',
): Promise<void> {
  const reported = createBitcoinByAddress({ db, network, fetchOnDemand: async () => ({ kind: 'known' }) });
  const ledger = createBitcoinBlockchain({ db: full });
  const { coverage, unconfirmed: _, ...summary } = await reported.address(address.text);
  const { coverage: _c, unconfirmed: _u, ...expected } = await ledger.address(address.text);
  expect(summary).toEqual(expected);
  expect(coverage.history).toEqual({ stored: address.count, total: address.count });
  expect(await pagesOf(reported, address.text)).toEqual(await pagesOf(ledger, address.text));
  expect(await historyFacts(reported.histories, address.text, 'bitcoin')).toEqual(
    await historyFacts(ledger.histories, address.text, 'bitcoin'),
  );
}

/** Creates a ledger of a chain. */
export async function ledgerOf(db: SqlDatabase, chain: TestChain): Promise<SqlDatabase> {
  await createBitcoinLedger({ db, hashing, listener: createMatching().bitcoin }).append(
    chain.network,
    chain.blocks,
  );
  return db;
}

/** Starts a service over a chain for the running test. */
export async function serveChain(chain: TestChain): Promise<EsploraTestServer> {
  const server = await startEsplora(chain.network, chain.blocks);
  onTestFinished(() => server.close());
  return server;
}
