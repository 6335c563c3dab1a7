import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import {
  createChainSync,
  type FollowSettings,
  type BlockProvider,
  type HeadRef,
} from '../shared/chain-sync.ts';
import { type RpcClient, resultOf } from '../shared/json-rpc.ts';
import { type Capabilities, readHeadRef } from './capabilities.ts';
import { followedEthereum } from './ethereum-ledger-adapter.ts';
import { type HeadView, type FetchedBlock, fetchBlocks } from './fetch-blocks.ts';
import { toQuantity } from './quantities.ts';

/** Creates a provider of blocks of a node over JSON-RPC. `onHead` is called after every response about the chain tip. */
function createEthereumSupply(options: {
  client: RpcClient;
  chainId: bigint;
  capabilities: Capabilities;
  onHead(head: HeadView): void;
}): BlockProvider<FetchedBlock> {
  const { client, chainId, capabilities } = options;
  return {
    async fetch(from, count) {
      const heights = Array.from({ length: count }, (_, i) => from + i);
      const { blocks, head } = await fetchBlocks(client, chainId, capabilities, heights);
      options.onHead(head);
      const missing = blocks.indexOf(null);
      const found = blocks.slice(0, missing < 0 ? undefined : missing).filter((block) => block !== null);
      return { blocks: found, head: head.latest };
    },
    async hashes(heights) {
      const answers = await client.batch(
        heights.map((height) => ({ method: 'eth_getBlockByNumber', params: [toQuantity(height), false] })),
      );
      const refs = heights.flatMap((height, i): HeadRef[] => {
        const ref = readHeadRef(resultOf(answers[i], 'eth_getBlockByNumber'));
        return ref ? [{ height, hash: ref.hash }] : [];
      });
      return new Map(refs.map(({ height, hash }) => [height, hash]));
    },
  };
}

/** Maximum number of blocks with receipts and traces per request; the next one is sent in the meantime. */
const bounds = { mostBlocks: 32, batchBytes: Number.MAX_SAFE_INTEGER, ahead: 1 };

/** Synchronizes the Ethereum ledger with a node: from block 0 on, or from its chain tip on and downward. */
export function followEthereumNode(
  options: FollowSettings & {
    client: RpcClient;
    ledger: EthereumLedger;
    chain: { chainId: bigint; network: string };
    capabilities: Capabilities;
    onHead(head: HeadView): void;
    onProgress(height: number, target: number): void;
  },
): ReturnType<typeof createChainSync> {
  const { client, ledger, chain, capabilities } = options;
  return createChainSync({
    ...options,
    ...bounds,
    supply: createEthereumSupply({ client, chainId: chain.chainId, capabilities, onHead: options.onHead }),
    ledger: followedEthereum({ client, ledger, chain, archive: capabilities.archive }),
    begin: (newest) => (options.historyFrom === 0 ? 0 : newest),
    fill: 'descending',
  });
}
