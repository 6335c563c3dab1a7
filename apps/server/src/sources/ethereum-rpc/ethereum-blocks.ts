import type { BlockProvider, HeadRef } from '../shared/chain-sync.ts';
import { type Capabilities, readHeadRef } from './capabilities.ts';
import { type FetchedBlock, fetchBlocks, type HeadView } from './fetch-blocks.ts';
import { type RpcClient, resultOf } from '../shared/json-rpc.ts';
import { toQuantity } from './quantities.ts';

/** Creates a provider of blocks of a node over JSON-RPC. `onHead` is called after every response about the chain tip. */
export function createEthereumSupply(options: {
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
