import type { EthereumNode } from '@hopscope/contract';
import type { Sources } from '../../../sources/sources.ts';

type BitcoinNode = NonNullable<ReturnType<Sources['bitcoin']['node']>>;

/** What an Ethereum node or service can do, in words for the status page. */
export function ethereumCapabilities(
  source: Sources['ethereum']['source'],
  node: EthereumNode | null,
  { followed, now }: { followed: Followed | null; now: number },
): string[] {
  if (source === 'etherscan') {
    return [
      'Single addresses, when somebody asks',
      'No blocks and no whole transactions',
      'Not proven',
      ...(followed ? [followedWords(followed, now)] : []),
    ];
  }
  if (!node) return [];
  return [
    ...(node.client === null ? [] : [node.client]),
    node.receipts === 'block' ? 'Receipts of a whole block' : 'Receipts one by one',
    node.traces === null ? 'No traces: internal transfers stay unknown' : `Traces (${node.traces})`,
    node.archive ? 'Balances of the past' : 'No balances of the past',
    ...(node.finalized === null ? [] : ['Says what is final']),
  ];
}

/** What is known of the monitored addresses that a service is asked for. */
export interface Followed {
  readonly monitored: number;
  readonly compared: number;
  /** When the one that waits longest was compared, milliseconds since 1970; null: none was. */
  readonly oldest: number | null;
}

function followedWords({ monitored, compared, oldest }: Followed, now: number): string {
  if (monitored === 0) return 'No monitored addresses to follow';
  const age =
    oldest === null
      ? 'none was compared yet'
      : `${compared} compared, the oldest ${Math.max(0, Math.round((now - oldest) / 1000))} s ago`;
  return `Follows ${monitored} monitored address${monitored === 1 ? '' : 'es'}: ${age}`;
}

/** What a Bitcoin node or service can do, and what should be known of it, in words for the status page. */
export function bitcoinCapabilities(
  source: Sources['bitcoin']['source'],
  node: BitcoinNode | null,
  { followed, now }: { followed: Followed | null; now: number },
): string[] {
  if (source === 'esplora') {
    return [
      'Single addresses and transactions, when somebody asks',
      'No blocks, no waiting transactions',
      'Places in blocks are proven',
      ...(followed ? [followedWords(followed, now)] : []),
    ];
  }
  if (!node) return [];
  const blocks = node.rest ? 'Blocks over REST' : 'Blocks over RPC';
  return [
    ...(node.client === null ? [] : [node.client]),
    node.spentOutputs ? `${blocks}, with the outputs that they spend` : blocks,
    node.prunedFrom === null ? 'All blocks' : `Pruned: blocks from ${node.prunedFrom} on`,
    node.mempool ? 'Waiting transactions' : 'No waiting transactions',
    node.noticed === true ? 'Tells of new blocks at once' : 'Asked again and again for new blocks',
    ...(node.initialDownload ? ['Still loading the chain itself'] : []),
    ...(node.notice === null ? [] : [node.notice]),
  ];
}
