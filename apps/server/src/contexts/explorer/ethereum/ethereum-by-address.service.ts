import { toHex } from '@hopscope/chain';
import { AppError, badRequest, notCovered, notFound } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import {
  readEthereumRemoteAddress,
  readEthereumRemoteTip,
  readRemoteLists,
} from '../../../ledger/ethereum/remote/by-address.ts';
import {
  countEthereumRemote,
  readRemoteHoldings,
  readRemoteMovements,
  readRemotePlace,
  readRemoteSpan,
  readRemoteTokens,
} from '../../../ledger/ethereum/remote/by-address-reader.ts';
import { networkOf } from '../../../sources/ethereum-rpc/networks.ts';
import type { Sources } from '../../../sources/sources.ts';
import {
  balanceOfEther,
  generalCoverage,
  historyCoverage,
  presentRemoteHolding,
} from './ethereum-by-address.presenter.ts';
import { parseAsset } from './ethereum-addresses.service.ts';
import {
  createRemoteEthereumHistories,
  presentRemoteMovements,
  type RemoteEthereum,
} from './ethereum-remote-histories.ts';
import { presentToken } from './ethereum-movement.presenter.ts';
import { addressOf, hexOf } from './ethereum-values.ts';
import type { EthereumBlockchain } from './ethereum.service.ts';
import { type EthereumAccountName, parseEthereumAccount } from '../../../lib/identifiers.ts';
import { paginate } from '../blocks/pagination.ts';
import type { EthereumAddressTotals } from '../blocks/worth.ts';

const noBlocks = 'This installation reads single addresses from a network service and stores no blocks.';
const noTransactions =
  'This installation reads single addresses from a network service and stores no complete transactions.';

function unavailable(reason: string): AppError {
  return new AppError('unavailable', `The data is being fetched or is not available: ${reason}`);
}

/** Serves Ethereum from a remote provider that is queried for single addresses, instead of a ledger of blocks. */
export function createEthereumByAddress(options: {
  db: SqlDatabase;
  chainId: bigint;
  fetchOnDemand: Sources['ethereum']['fetchOnDemand'];
}): EthereumBlockchain {
  const { db, chainId, fetchOnDemand } = options;
  const read = <T>(work: (session: SqlSession) => Promise<T>): Promise<T> =>
    inTransaction(db, 'read only', work);

  async function find(session: SqlSession, key: Uint8Array): Promise<RemoteEthereum | undefined> {
    const address = await readEthereumRemoteAddress(session, key);
    if (!address) return undefined;
    return { address, coverage: historyCoverage(address, await readRemoteLists(session, key)) };
  }

  /** Reads the stored history of an address; requests it first if there is none. */
  async function reading<T>(
    name: EthereumAccountName,
    work: (session: SqlSession, remote: RemoteEthereum) => Promise<T>,
  ): Promise<T> {
    const attempt = (): Promise<{ done: T } | undefined> =>
      read(async (session) => {
        const remote = await find(session, name.bytes);
        return remote && { done: await work(session, remote) };
      });
    const asked = fetchOnDemand({ kind: 'address', key: name.bytes, text: name.text });
    const before = await attempt();
    // Returns the stored history at once; the source compares it with the remote provider meanwhile.
    if (before) {
      asked.catch(() => {});
      return before.done;
    }
    const answer = await asked;
    const after = await attempt();
    if (after) return after.done;
    throw unavailable(answer.kind === 'later' ? answer.reason : 'the service does not respond');
  }

  async function assetNumber(session: SqlSession, text: string): Promise<number> {
    const asset = parseAsset(text);
    if (asset === undefined || asset === 'ether') return 0;
    const [row] = (await readRemoteTokens(session, [toHex(asset)])).values();
    if (!row) throw badRequest('bad_request', `Unknown asset ${text}`);
    return row.id;
  }

  async function summarize(
    session: SqlSession,
    name: EthereumAccountName,
    { address, coverage }: RemoteEthereum,
  ): Promise<EthereumAddressTotals> {
    const span = await readRemoteSpan(session, name.bytes);
    const [first] = await readRemoteHoldings(session, name.bytes, { limit: 1, after: -1 });
    const moved = first?.contract === null ? first : undefined;
    const [token] = (await readRemoteTokens(session, [toHex(name.bytes)])).values();
    const own = balanceOfEther(address, coverage);
    const reported = address.balance;
    const seen = (at: { height: number; time: number } | undefined) =>
      at ? { block: at.height, timestamp: at.time } : null;
    return {
      blockchain: 'ethereum',
      address: name.text,
      balance: own === null ? null : String(own),
      total_received: String(moved?.received ?? 0n),
      total_spent: String(moved?.spent ?? 0n),
      node_balance:
        own === null && reported ? { amt: String(reported.amount), block: reported.height } : null,
      txCount: span?.transactions ?? 0,
      movement_count: address.stored,
      hidden_count: span?.hidden ?? 0,
      first_seen: seen(span?.first),
      last_seen: address.isComplete ? seen(span?.last) : null,
      is_contract: address.createdBy !== undefined || token !== undefined || span?.acted === true,
      token: token ? presentToken(token) : null,
      created_by: address.createdBy ? hexOf(address.createdBy.hash) : null,
      facts: null,
      contract: null,
      coverage,
    };
  }

  const histories = createRemoteEthereumHistories(reading);

  const refuseBlocks = async (): Promise<never> => {
    throw notCovered(noBlocks, { coverage: generalCoverage });
  };

  return {
    histories,
    status: () =>
      read(async (session) => {
        const tip = await readEthereumRemoteTip(session);
        return {
          blockchain: 'ethereum',
          network: networkOf(chainId),
          chain_id: String(chainId),
          tip: tip ? { number: tip.height, hash: hexOf(tip.hash), timestamp: tip.time } : null,
          coverage: generalCoverage,
          totals: {
            blocks: 0,
            ...(await countEthereumRemote(session)),
            fees: null,
            burnt: null,
            tips: null,
            rewards: null,
            withdrawals: null,
          },
        };
      }),
    block: refuseBlocks,
    blockTransactions: refuseBlocks,
    async transaction() {
      throw notCovered(noTransactions, { coverage: generalCoverage });
    },
    async locate(hash) {
      return (await read((session) => readRemotePlace(session, hash))) ? { kind: 'transaction' } : undefined;
    },
    holdings: () =>
      read(async (session) => {
        const tip = await readEthereumRemoteTip(session);
        return {
          ranges: [],
          network: networkOf(chainId),
          height: tip?.height ?? null,
          coverage: generalCoverage,
        };
      }),

    address(text) {
      const name = parseEthereumAccount(text);
      return reading(name, (session, remote) => summarize(session, name, remote));
    },

    addressAssets(text, { limit, after }) {
      const name = parseEthereumAccount(text);
      return reading(name, async (session, { address, coverage }) => {
        const from = after === undefined ? -1 : await assetNumber(session, after);
        const found = await readRemoteHoldings(session, name.bytes, { limit: limit + 1, after: from });
        const shown = found.slice(0, limit);
        const assets = await readRemoteTokens(
          session,
          shown.flatMap(({ contract }) => contract ?? []),
        );
        const around = { assets, isComplete: address.isComplete, ether: balanceOfEther(address, coverage) };
        const last = found.length > limit ? shown.at(-1) : undefined;
        const lastToken = last?.contract ? assets.get(last.contract) : undefined;
        return {
          assets: shown.map((holding) => presentRemoteHolding(holding, around)),
          next: last ? (lastToken ? addressOf(lastToken.contract) : 'ether') : null,
          coverage,
        };
      });
    },

    addressMovements(text, { page, limit, hidden, ...query }) {
      const name = parseEthereumAccount(text);
      const asset = parseAsset(query.asset);
      return reading(name, async (session, { coverage }) => {
        const key = name.bytes;
        const found = await readRemoteMovements(session, key, { asset, hidden, page, limit });
        return {
          blockchain: 'ethereum',
          txs: await presentRemoteMovements(session, key, found.rows),
          pagination: paginate({ page, limit }, found.total),
          hiddenCount: found.hiddenCount,
          coverage,
        };
      });
    },

    async blockStats(id) {
      const ref = (at: { height: number; time: number } | undefined) =>
        at ? { blockNumber: at.height, timestamp: at.time } : null;
      if (id instanceof Uint8Array) {
        const place = await read((session) => readRemotePlace(session, id));
        if (!place) throw notFound('Transaction not found');
        return {
          blockchain: 'ethereum',
          totalBlocks: 1,
          firstBlock: ref(place),
          lastBlock: ref(place),
          coverage: generalCoverage,
        };
      }
      return reading(id, async (session, { address, coverage }) => {
        const span = await readRemoteSpan(session, id.bytes);
        return {
          blockchain: 'ethereum',
          totalBlocks: span?.blocks ?? 0,
          firstBlock: ref(span?.first),
          lastBlock: address.isComplete ? ref(span?.last) : null,
          coverage,
        };
      });
    },
    hasAddress: ({ bytes }) =>
      read(async (session) => (await readEthereumRemoteAddress(session, bytes)) !== undefined),
  };
}
