import { plural } from '@hopscope/domain';
import type { EthereumNode } from '@hopscope/contract';
import type { Followed } from '../../compliance/matching/watchlist.ts';
import type { Sources } from '../../../sources/sources.ts';

type BitcoinNode = NonNullable<ReturnType<Sources['bitcoin']['node']>>;

/** Returns the capabilities of an Ethereum node or remote provider, in words for the status page. */
export function ethereumCapabilities(
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
export function bitcoinCapabilities(
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
