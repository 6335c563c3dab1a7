import { toDisplayHash, toHex } from '@hopscope/chain';
import { type Coverage, listIoLimit } from '@hopscope/contract';
import { AppError, notCovered, notFound } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import {
  countRemote,
  readEntries,
  readRemoteAddress,
  readRemoteTip,
  readRemoteTx,
  readSpan,
  type RemoteAddress,
} from '../../../ledger/bitcoin/remote/by-address.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { Sources } from '../../../sources/sources.ts';
import { presentRemote } from './bitcoin-by-address.presenter.ts';
import { createRemoteBitcoinHistories, presentRemoteEntries } from './bitcoin-remote-histories.ts';
import type { BitcoinBlockchain } from './bitcoin.service.ts';
import { type BitcoinAddress, parseBitcoinAddress } from '../../../lib/identifiers.ts';
import { paginate } from '../blocks/pagination.ts';
import type { AddressTotals } from '../blocks/worth.ts';

const noBlocks = 'This installation reads single addresses from a network service and stores no blocks.';

function historyCoverage(address: RemoteAddress | undefined): Coverage {
  const general = 'By address, reported by a network service';
  if (!address) return { kind: 'address', ranges: [], text: general };
  const { stored, total } = address;
  const text =
    stored === total
      ? `By address: all ${total} transactions of its history`
      : `By address: partial ${stored} of ${total} transactions`;
  return { kind: 'address', ranges: [], text, history: { stored, total } };
}

function unavailable(reason: string): AppError {
  return new AppError('unavailable', `The data is being fetched or is not available: ${reason}`);
}

/** Serves Bitcoin from a remote provider that is queried for single addresses, instead of a ledger of blocks. */
export function createBitcoinByAddress(options: {
  db: SqlDatabase;
  network: NetworkName;
  fetchOnDemand: Sources['bitcoin']['fetchOnDemand'];
}): BitcoinBlockchain {
  const { db, network, fetchOnDemand } = options;
  const read = <T>(work: (session: SqlSession) => Promise<T>): Promise<T> =>
    inTransaction(db, 'read only', work);

  /** Returns the stored history of an address; requests it first if there is none. */
  async function bring(address: BitcoinAddress): Promise<RemoteAddress> {
    const find = (): Promise<RemoteAddress | undefined> =>
      read((session) => readRemoteAddress(session, address.key));
    const before = await find();
    const asked = fetchOnDemand({ kind: 'address', key: address.key, text: address.text });
    // Returns the stored history at once; the source compares it with the remote provider meanwhile.
    if (before) {
      asked.catch(() => {});
      return before;
    }
    const answer = await asked;
    const stored = await find();
    if (stored) return stored;
    throw unavailable(answer.kind === 'later' ? answer.reason : 'the service does not respond');
  }

  async function summarize(text: string): Promise<AddressTotals> {
    const address = parseBitcoinAddress(text, network);
    const stored = await bring(address);
    const span = await read((session) => readSpan(session, address.key));
    const isComplete = stored.stored === stored.total;
    return {
      address: address.text,
      blockchain: 'bitcoin',
      script_type: address.type,
      balance: Number(stored.received - stored.spent),
      total_received: Number(stored.received),
      total_spent: Number(stored.spent),
      txCount: stored.total,
      first_seen: span && isComplete ? { block: span.first.height, timestamp: span.first.time } : null,
      last_seen: span ? { block: span.last.height, timestamp: span.last.time } : null,
      has_p2pk: false,
      unconfirmed: null,
      coverage: { ...historyCoverage(stored), ...(stored.problem && { text: stored.problem }) },
    };
  }

  const histories = createRemoteBitcoinHistories(network, async (address, work) => {
    await bring(address);
    return read(async (session) => {
      const stored = await readRemoteAddress(session, address.key);
      if (!stored) throw unavailable('it was just removed');
      return work(session, { stored, coverage: historyCoverage(stored) });
    });
  });

  return {
    histories,
    status: () =>
      read(async (session) => {
        const tip = await readRemoteTip(session);
        const { transactions, addresses } = await countRemote(session);
        return {
          blockchain: 'bitcoin',
          network,
          tip: tip ? { number: tip.height, hash: toDisplayHash(tip.hash), timestamp: tip.time } : null,
          coverage: historyCoverage(undefined),
          totals: {
            blocks: 0,
            transactions,
            addresses,
            utxos: null,
            address_balance: null,
            other_balance: null,
            destroyed: null,
            issued: null,
            fees: null,
          },
        };
      }),
    block: async () => {
      throw notCovered(noBlocks, { coverage: historyCoverage(undefined) });
    },
    blockTransactions: async () => {
      throw notCovered(noBlocks, { coverage: historyCoverage(undefined) });
    },
    async transaction(txid) {
      const find = () =>
        read(async (session) => ({
          tx: await readRemoteTx(session, txid),
          tip: await readRemoteTip(session),
        }));
      let found = await find();
      if (!found.tx) {
        const answer = await fetchOnDemand({ kind: 'transaction', txid });
        if (answer.kind === 'none') throw notFound('Transaction not found by the service.');
        if (answer.kind === 'later') throw unavailable(answer.reason);
        found = await find();
      }
      if (!found.tx) throw unavailable(`transaction ${toHex(txid)} was just removed from the chain`);
      const coverage = historyCoverage(undefined);
      return presentRemote(found.tx, { network, tip: found.tip?.height, coverage, ioLimit: undefined });
    },
    address: summarize,
    async addressTransactions(text, page) {
      const address = parseBitcoinAddress(text, network);
      const stored = await bring(address);
      const coverage = historyCoverage(stored);
      const to = stored.total - 1 - (page.page - 1) * page.limit;
      const { tip, entries } = await read(async (session) => ({
        tip: await readRemoteTip(session),
        entries: await readEntries(session, address.key, { from: Math.max(0, to - page.limit + 1), to }),
      }));
      const txs = presentRemoteEntries({ network, tip: tip?.height, coverage }, entries, listIoLimit);
      return {
        blockchain: 'bitcoin',
        txs: txs.reverse(),
        pagination: paginate(page, stored.total),
        coverage,
      };
    },
    addressUnconfirmed: async (text, page) => {
      parseBitcoinAddress(text, network);
      return {
        blockchain: 'bitcoin',
        unconfirmed: null,
        txs: [],
        pagination: paginate(page, 0),
        coverage: historyCoverage(undefined),
      };
    },
    unconfirmed: async (page) => ({
      blockchain: 'bitcoin',
      totals: null,
      txs: [],
      pagination: paginate(page, 0),
      coverage: historyCoverage(undefined),
    }),
    async blockStats(id) {
      if (typeof id !== 'string') {
        const { tx } = await read(async (session) => ({ tx: await readRemoteTx(session, id) }));
        if (!tx) throw notFound('Transaction not found');
        const ref = { blockNumber: tx.height, timestamp: tx.time };
        const coverage = historyCoverage(undefined);
        return { blockchain: 'bitcoin', totalBlocks: 1, firstBlock: ref, lastBlock: ref, coverage };
      }
      const address = parseBitcoinAddress(id, network);
      const stored = await bring(address);
      const span = await read((session) => readSpan(session, address.key));
      const ref = (tx: { height: number; time: number } | undefined) =>
        tx ? { blockNumber: tx.height, timestamp: tx.time } : null;
      return {
        blockchain: 'bitcoin',
        totalBlocks: span?.blocks ?? 0,
        firstBlock: stored.stored === stored.total ? ref(span?.first) : null,
        lastBlock: ref(span?.last),
        coverage: historyCoverage(stored),
      };
    },
    locate: async (hash) => {
      const known = await read((session) => readRemoteTx(session, hash));
      if (known) return { kind: 'transaction' };
      const answer = await fetchOnDemand({ kind: 'transaction', txid: hash });
      return answer.kind === 'known' ? { kind: 'transaction' } : undefined;
    },
    holdings: async () => {
      const tip = await read(readRemoteTip);
      return {
        ranges: [],
        network,
        decided: tip !== undefined,
        coverage: historyCoverage(undefined),
      };
    },
    hasAddress: (key) => read(async (session) => (await readRemoteAddress(session, key)) !== undefined),
  };
}
