import { headerTime } from '@hopscope/chain';
import type {
  Blockchain,
  CallOutput,
  compareAddresses,
  CounterpartyView,
  listAddressCounterparties,
  listAddressUtxos,
  UtxoView,
} from '@hopscope/contract';
import { chainOf, chains } from '@hopscope/domain';
import { AppError, isRefusal, badRequest } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, withSession } from '../../../db/session.ts';
import { readTimes } from '../../../ledger/bitcoin/accounts/days.ts';
import { readBlocks } from '../../../ledger/bitcoin/reader.ts';
import { readBlockTimes } from '../../../ledger/ethereum/accounts/days.ts';
import type { BitcoinBlockchain } from '../bitcoin/bitcoin.service.ts';
import type { EthereumBlockchain } from '../ethereum/ethereum.service.ts';
import type { Page } from '../blocks/pagination.ts';
import type { CoinHistory, Histories, History } from './address-history.ts';
import { createLedgerHistories, createRemoteHistories } from './bitcoin-histories.ts';
import {
  type Counterparties,
  findCounterparties,
  presentSums,
  counterpartiesBy,
  type CounterpartySum,
} from './counterparties.ts';
import { type CrossedByKey, readCrossedCounterparties } from './crossed-counterparties.ts';
import { createEthereumHistories } from './ethereum-histories.ts';
import { createAnswerCache } from '../../../lib/answer-cache.ts';
import { type End, findLink, type LinkBudget } from './shortest-link.ts';
import { checkAsset } from '../../../lib/identifiers.ts';

/** An unspent output of an address. */
interface Unspent {
  txid: string;
  index: number;
  value: bigint;
  block: number;
  coinbase: boolean;
}

/**
 * Returns the unspent outputs of an address, newest first. A spend is newer than the output it spends, so it is read
 * first; reading stops when the outputs found add up to the balance. Outputs of 0 satoshis are skipped.
 */
async function findUnspent(history: CoinHistory): Promise<Unspent[]> {
  const spent = new Set<string>();
  const unspent: Unspent[] = [];
  let left = history.balance;
  if (left === 0n) return unspent;
  for await (const part of history.coins()) {
    for (const { txid, block, coinbase, spends, made } of part) {
      for (const name of spends) spent.add(name);
      for (const { name, index, value } of made.toReversed()) {
        // Each output is spent at most once.
        if (spent.delete(name) || value === 0n) continue;
        unspent.push({ txid, index, value, block, coinbase });
        left -= value;
      }
    }
    if (left === 0n) return unspent;
  }
  return unspent;
}

/** Newest transactions of an address that counterparties are computed from. */
const mostRead = 10_000;
/** Rows of a comparison. */
const mostCompared = 100;
/** Intermediate addresses checked in a search for a link, in each direction, and newest transactions of each. */
const linkBudget: Record<Blockchain, LinkBudget> = {
  bitcoin: { addresses: 100, transactions: 20 },
  ethereum: { addresses: 20, transactions: 50 },
};
const answersStored = 50;
const timesOf = { bitcoin: readTimes, ethereum: readBlockTimes } as const;

function cut<T>(
  rows: readonly T[],
  { page, limit }: Page,
): { rows: T[]; pagination: Page & { total: number; totalPages: number } } {
  const total = rows.length;
  return {
    rows: rows.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

function presentCounterparty(
  counterparty: CounterpartySum,
  direction: 'in' | 'out',
  {
    addressOf,
    times,
    crossed,
  }: { addressOf: (key: string) => string; times: ReadonlyMap<number, number>; crossed: CrossedByKey },
): CounterpartyView {
  return {
    address: addressOf(counterparty.key),
    direction,
    amt: counterparty.amount === undefined ? null : String(counterparty.amount),
    transactions: counterparty.transactions,
    transactions_without_amount: counterparty.withoutAmount,
    last: { ...counterparty.last, timestamp: times.get(counterparty.last.block) ?? null },
    through: crossed.get(counterparty.key) ?? [],
  };
}

/**
 * Serves relations between addresses. Each answer is computed from their transactions and cached while the chain stays the
 * same.
 */
export function createRelations(options: {
  db: SqlDatabase;
  bitcoin: BitcoinBlockchain;
  ethereum: EthereumBlockchain;
  /** True if histories come from a remote provider that is queried for single addresses. */
  remote: Record<Blockchain, boolean>;
}) {
  const { db, bitcoin, ethereum, remote } = options;
  const stored = createAnswerCache(answersStored);
  const bitcoins = remote.bitcoin ? createRemoteHistories(bitcoin) : createLedgerHistories(db);

  const historiesOf: Readonly<Record<Blockchain, (asset: string) => Histories>> = {
    bitcoin: () => bitcoins,
    ethereum: (asset) => createEthereumHistories(ethereum, { asset, remote: remote.ethereum }),
  };

  async function flows(history: History, asset: string): Promise<Counterparties> {
    return stored.get(`counterparties ${asset} ${history.address}`, history.state, () =>
      findCounterparties(history, mostRead),
    );
  }

  async function presentUnspent(rows: readonly Unspent[], history: CoinHistory): Promise<UtxoView[]> {
    const { tip, coverage } = history;
    const blocks = remote.bitcoin
      ? new Map<number, never>()
      : await withSession(db, (session) =>
          readBlocks(
            session,
            rows.map(({ block }) => block),
          ),
        );
    const sure = coverage.kind === 'complete' || coverage.kind === 'address';
    const top = coverage.ranges.at(-1)?.from ?? 0;
    return rows.map(({ txid, index, value, block, coinbase }) => {
      const header = blocks.get(block)?.header;
      return {
        txid,
        index,
        amt: Number(value),
        block,
        timestamp: header ? headerTime(header) : null,
        confirmations: tip === null ? null : tip - block + 1,
        coinbase,
        spent: block === 0 ? 'unspendable' : sure || block >= top ? 'unspent' : 'unknown',
      };
    });
  }

  return {
    /** Throws 400 for an account, which has no unspent outputs. */
    async utxos(text: string, page: Page): Promise<CallOutput<typeof listAddressUtxos>> {
      if (chains[chainOf(text)].model !== 'utxo')
        throw badRequest('invalid_address', 'Only Bitcoin addresses have unspent outputs');
      const history = await bitcoins.open(text);
      const unspent = await stored.get(`coins ${history.address}`, history.state, () => findUnspent(history));
      const { rows, pagination } = cut(unspent, page);
      return {
        success: true,
        blockchain: 'bitcoin',
        utxos: await presentUnspent(rows, history),
        amt: Number(unspent.reduce((sum, { value }) => sum + value, 0n)),
        pagination,
        coverage: history.coverage,
      };
    },

    /** Throws 400 for an asset that Bitcoin doesn't have. */
    async counterparties(
      text: string,
      query: Page & { direction: 'in' | 'out'; sort: 'amount' | 'transactions'; asset?: string | undefined },
    ): Promise<CallOutput<typeof listAddressCounterparties>> {
      const chain = chainOf(text);
      checkAsset(chain, query.asset);
      const asset = query.asset ?? 'ether';
      const history = await historiesOf[chain](asset).open(text);
      const found = await flows(history, asset);
      const { rows, pagination } = cut(counterpartiesBy(found[query.direction], query.sort), query);
      const heights = rows.map(({ last }) => last.block);
      const times = remote[chain]
        ? new Map<number, number>()
        : await withSession(db, (session) => timesOf[chain](session, heights));
      const isRemote = remote.bitcoin || remote.ethereum;
      const { address, key } = history;
      const asked = { own: { address, key }, direction: query.direction, asset, rows };
      const crossed: CrossedByKey = isRemote
        ? new Map()
        : await inTransaction(db, 'read only', (session) => readCrossedCounterparties(session, chain, asked));
      return {
        success: true,
        blockchain: chain,
        counterparties: rows.map((counterparty) =>
          presentCounterparty(counterparty, query.direction, { ...history, times, crossed }),
        ),
        sums: presentSums(found.sums[query.direction]),
        read: { transactions: found.read, of: history.total },
        pagination,
        coverage: history.coverage,
      };
    },

    /** Throws 400 if the two are equal or of different chains. */
    async compare({ a, b }: { a: string; b: string }): Promise<CallOutput<typeof compareAddresses>> {
      const chain = chainOf(a);
      if (chainOf(b) !== chain) throw badRequest('bad_request', 'Enter two addresses on the same chain');
      const histories = historiesOf[chain]('ether');
      const first = await naming('a', histories.open(a));
      const second = await naming('b', histories.open(b));
      if (first.key === second.key) throw badRequest('bad_request', 'Enter two different addresses');
      const endOf = async (history: History): Promise<End> => {
        const found = await flows(history, 'ether');
        return {
          address: history.address,
          key: history.key,
          flows: found,
          isComplete: found.read >= history.total,
        };
      };
      const ends: [End, End] = [await endOf(first), await endOf(second)];
      const state = `${first.state} ${second.state}`;
      const link = await stored.get(`link ${first.address} ${second.address}`, state, () =>
        findLink(...ends, { histories, addressOf: first.addressOf, budget: linkBudget[chain] }),
      );
      const transactions = sharedTransactions(ends);
      const counterparties = sharedCounterparties(ends);
      return {
        success: true,
        blockchain: chain,
        addresses: [first.address, second.address],
        transactions: transactions.slice(0, mostCompared),
        transaction_count: transactions.length,
        counterparties: counterparties.slice(0, mostCompared).map(({ key, transactions: counts }) => ({
          address: first.addressOf(key),
          transactions: counts,
        })),
        counterparty_count: counterparties.length,
        spent_together: ends[0].flows.together.get(second.key) ?? null,
        link,
        read: [
          { transactions: ends[0].flows.read, of: first.total },
          { transactions: ends[1].flows.read, of: second.total },
        ],
        coverage: first.coverage,
      };
    },
  };
}

/** Adds to an error which of the two addresses it is about, in words and as a field. */
async function naming<Value>(field: 'a' | 'b', opening: Promise<Value>): Promise<Value> {
  try {
    return await opening;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { reason, details } = error;
    const message = `${field === 'a' ? 'First' : 'Second'} address: ${error.message}`;
    const fields = [{ field, message: error.message }];
    throw new AppError(reason, message, { fields, ...(details && { details }), cause: error });
  }
}

function sharedTransactions([a, b]: readonly [End, End]): { txid: string; block: number }[] {
  return [...a.flows.txids].flatMap(([txid, block]) => (b.flows.txids.has(txid) ? [{ txid, block }] : []));
}

/** Returns the common counterparties of both addresses, those with the most transactions first. */
function sharedCounterparties([a, b]: readonly [End, End]): {
  key: string;
  transactions: [number, number];
}[] {
  const counts = ({ flows }: End): Map<string, number> => {
    const all = new Map<string, number>();
    for (const { key, transactions } of [...flows.in.values(), ...flows.out.values()]) {
      all.set(key, (all.get(key) ?? 0) + transactions);
    }
    return all;
  };
  const [ofA, ofB] = [counts(a), counts(b)];
  const shared = [...ofA].flatMap(([key, first]): { key: string; transactions: [number, number] }[] => {
    const second = ofB.get(key);
    return second === undefined || key === a.key || key === b.key
      ? []
      : [{ key, transactions: [first, second] }];
  });
  const total = ({ transactions: [first, second] }: { transactions: [number, number] }): number =>
    first + second;
  return shared.sort((one, other) => total(other) - total(one) || (one.key < other.key ? -1 : 1));
}
