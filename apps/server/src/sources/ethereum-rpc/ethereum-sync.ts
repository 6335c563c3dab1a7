import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import { createChainSync, type FollowSettings } from '../shared/chain-sync.ts';
import type { RpcClient } from '../shared/json-rpc.ts';
import type { Capabilities } from './capabilities.ts';
import { followedEthereum } from './ethereum-ledger-adapter.ts';
import { createEthereumSupply } from './ethereum-blocks.ts';
import type { HeadView } from './fetch-blocks.ts';

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
