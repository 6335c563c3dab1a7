import type {
  Blockchain,
  CallOutput,
  Coverage,
  EthereumNode,
  getHealth,
  getStatus,
  SourceReports,
} from '@hopscope/contract';
import { sql } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import { type SqlDatabase, withSession } from '../../../db/session.ts';
import { readFollowed } from '../../compliance/matching/bitcoin-demand.ts';
import { readEthereumFollowed } from '../../compliance/matching/ethereum-demand.ts';
import { coalesce } from '../../../lib/coalesce.ts';
import type { Sources } from '../../../sources/sources.ts';
import type { BitcoinBlockchain } from '../../explorer/bitcoin/bitcoin.service.ts';
import type { EthereumBlockchain } from '../../explorer/ethereum/ethereum.service.ts';
import type { Backups } from '../backups/backups.service.ts';
import { createProgress, type Progress } from './progress.ts';
import type { Followed } from '../../compliance/matching/watchlist.ts';
import { plural } from '@hopscope/domain';

type BitcoinNode = NonNullable<ReturnType<Sources['bitcoin']['node']>>;

/** Returns the capabilities of an Ethereum node or remote provider, in words for the status page. */
function ethereumCapabilities(
  source: Sources['ethereum']['source'],
  node: EthereumNode | null,
  { followed, now }: { followed: Followed | null; now: number },
): string[] {
  if (source === 'etherscan') {
    return [
      'Single addresses, on demand',
      'No blocks or full transactions',
      'Without proofs',
      ...(followed ? [followedWords(followed, now)] : []),
    ];
  }
  if (!node) return [];
  return [
    ...(node.client === null ? [] : [node.client]),
    node.receipts === 'block' ? 'Receipts by block' : 'Receipts by transaction',
    node.traces === null ? 'No traces: internal transfers unknown' : `Traces (${node.traces})`,
    node.archive ? 'Historical balances' : 'No historical balances',
    ...(node.finalized === null ? [] : ['Reports finalized blocks']),
  ];
}

function followedWords({ monitored, compared, oldest }: Followed, now: number): string {
  if (monitored === 0) return 'No monitored addresses';
  const age =
    oldest === null
      ? 'none synchronized yet'
      : `${compared} synchronized, the oldest ${Math.max(0, Math.round((now - oldest) / 1000))} s ago`;
  return `Follows ${monitored} monitored ${plural(monitored, 'address', 'addresses')}: ${age}`;
}

/** Returns the capabilities and limitations of a Bitcoin node or remote provider, in words for the status page. */
function bitcoinCapabilities(
  source: Sources['bitcoin']['source'],
  node: BitcoinNode | null,
  { followed, now }: { followed: Followed | null; now: number },
): string[] {
  if (source === 'esplora') {
    return [
      'Single addresses and transactions, on demand',
      'No blocks or mempool',
      'With Merkle proofs',
      ...(followed ? [followedWords(followed, now)] : []),
    ];
  }
  if (!node) return [];
  const blocks = node.rest ? 'Blocks over REST' : 'Blocks over RPC';
  return [
    ...(node.client === null ? [] : [node.client]),
    node.spentOutputs ? `${blocks}, with spent outputs` : blocks,
    node.prunedFrom === null ? 'All blocks' : `Pruned: blocks from ${node.prunedFrom} on`,
    node.mempool ? 'Mempool' : 'No mempool',
    node.noticed === true ? 'Pushes new blocks (ZeroMQ)' : 'Polled for new blocks',
    ...(node.initialDownload ? ['Initial block download in progress'] : []),
    ...(node.notice === null ? [] : [node.notice]),
  ];
}

/** Contents of a ledger that health reports. */
interface Holdings {
  height: number | null;
  network: string | null;
  coverage: Coverage;
}

/** Reports whether the process and its database respond, the contents of the ledgers, and the state of the sources. */
export function createHealth(options: {
  db: SqlDatabase;
  bitcoin: BitcoinBlockchain;
  ethereum: EthereumBlockchain;
  sources: Sources;
  backups: Pick<Backups, 'report'>;
  version: string;
  now: () => number;
}) {
  const { db, bitcoin, ethereum, sources, backups, version, now } = options;
  const startedAt = now();
  const progress = { bitcoin: createProgress(options), ethereum: createProgress(options) };
  const uptimeSeconds = (): number => Math.floor((now() - startedAt) / 1000);

  const holdings = coalesce(async (): Promise<Record<Blockchain, Holdings>> => {
    const ofBitcoin = await bitcoinHoldings();
    return { bitcoin: ofBitcoin, ethereum: await ethereumHoldings() };
  });

  async function bitcoinHoldings(): Promise<Holdings> {
    const { ranges, network, decided, coverage } = await bitcoin.holdings();
    // Without own blocks, the height is that of the remote provider.
    const height = ranges.at(-1)?.to ?? (await bitcoin.status()).tip?.number ?? null;
    return { height, network: decided ? network : null, coverage };
  }

  async function ethereumHoldings(): Promise<Holdings> {
    const { height, network, coverage } = await ethereum.holdings();
    return { height, network, coverage };
  }

  /** Returns counts of monitored addresses by chain; null where a ledger of blocks screens them. */
  async function followed(): Promise<Record<Blockchain, Followed | null>> {
    return {
      bitcoin: sources.bitcoin.source === 'esplora' ? await withSession(db, readFollowed) : null,
      ethereum: sources.ethereum.source === 'etherscan' ? await withSession(db, readEthereumFollowed) : null,
    };
  }

  async function reports(): Promise<SourceReports> {
    const { bitcoin: ofBitcoin, ethereum: ofEthereum } = await followed();
    return {
      bitcoin: {
        source: sources.bitcoin.source,
        ...remote(await bitcoin.status(), progress.bitcoin, sources.bitcoin),
        capabilities: bitcoinCapabilities(sources.bitcoin.source, sources.bitcoin.node(), {
          followed: ofBitcoin,
          now: now(),
        }),
      },
      ethereum: {
        source: sources.ethereum.source,
        ...remote(await ethereum.status(), progress.ethereum, sources.ethereum),
        capabilities: ethereumCapabilities(sources.ethereum.source, sources.ethereum.node(), {
          followed: ofEthereum,
          now: now(),
        }),
      },
    };
  }

  return {
    /** Returns public health information. Throws database errors if the database doesn't respond. */
    async check(): Promise<Omit<CallOutput<typeof getHealth>, 'success'>> {
      const stored = await holdings();
      const { status: backup, lastAt } = await backups.report();
      return {
        status: 'ok',
        version,
        uptimeSeconds: uptimeSeconds(),
        database: { builtIn: db.share().builtIn, ok: true },
        backup: { status: backup, lastAt },
        bitcoin: {
          source: sources.bitcoin.source,
          status: sources.bitcoin.status(),
          ...stored.bitcoin,
        },
        ethereum: {
          source: sources.ethereum.source,
          status: sources.ethereum.status(),
          ...stored.ethereum,
          node: publicNode(sources.ethereum.node()),
        },
      };
    },
    /** Throws database errors if the database doesn't respond. */
    async ready(): Promise<{ status: 'ready' }> {
      await withSession(db, (session) => sql`select 1`.execute(kyselyOver(session)));
      return { status: 'ready' };
    },
    /** State and progress of the sources. */
    reports,
    followed,
    /** Returns health information for signed-in people. */
    async status(): Promise<Omit<CallOutput<typeof getStatus>, 'success'>> {
      return {
        version,
        uptimeSeconds: uptimeSeconds(),
        database: { builtIn: db.share().builtIn, ok: true },
        backup: await backups.report(),
        data: await reports(),
      };
    },
    /** Notes the states of the sources, so that rates are known when somebody requests them. */
    observe(): void {
      progress.bitcoin.observe(sources.bitcoin.status());
      progress.ethereum.observe(sources.ethereum.status());
    },
    /** Returns the states of the sources as a text, to detect changes. */
    phases: (): string =>
      JSON.stringify([sources.bitcoin, sources.ethereum].map((side) => [side.status(), side.lastError()])),
  };
}

export type Health = ReturnType<typeof createHealth>;

interface LedgerState {
  network: string | null;
  tip: { number: number; timestamp: number } | null;
  coverage: Coverage;
}

/** Returns what a ledger from a remote provider contains, in addition to the state of its source. */
function remote(
  { network, tip, coverage }: LedgerState,
  progress: Progress,
  source: Pick<Sources[Blockchain], 'status' | 'lastError'>,
) {
  const status = source.status();
  const seen = progress.observe(status);
  const height = tip?.number ?? null;
  const ahead = seen.nodeHeight === null || height === null ? null : seen.nodeHeight - height;
  const behind = ahead === null ? null : Math.max(0, ahead);
  const nodeBehind = ahead === null ? null : Math.max(0, -ahead);
  const state = { status, network, height, tipTime: tip?.timestamp ?? null, coverage };
  return { ...state, ...seen, behind, nodeBehind, lastError: source.lastError() };
}

/** Returns a node without its name and version, which only signed-in people may see. */
function publicNode(node: EthereumNode | null): Omit<EthereumNode, 'client'> | null {
  if (!node) return null;
  const { receipts, traces, archive, safe, finalized } = node;
  return { receipts, traces, archive, safe, finalized };
}
