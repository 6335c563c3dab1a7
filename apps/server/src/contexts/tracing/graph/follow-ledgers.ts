import type { Blockchain } from '@hopscope/domain';
import { createBitcoinFollow } from './bitcoin-follow.ts';
import { createEthereumFollow } from './ethereum-follow.ts';
import type { FollowLedger } from './follow-ledger.ts';
import type { TracingSnapshot } from './open-tracing.ts';

/** Opens the ledger of an asset: `ether` or a token by its contract, as in answers. */
export const followLedgers: Readonly<
  Record<Blockchain, (tracing: TracingSnapshot, of: { asset: string; conversions: boolean }) => FollowLedger>
> = {
  bitcoin: createBitcoinFollow,
  ethereum: createEthereumFollow,
};
