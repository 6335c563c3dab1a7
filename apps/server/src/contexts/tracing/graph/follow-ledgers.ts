import type { FlowTraceBasis } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { Direction } from '@hopscope/risk';
import { createBitcoinFollow } from './bitcoin-follow.ts';
import { createEthereumFollow } from './ethereum-follow.ts';
import { createFollowBoth } from './follow-both.ts';
import type { FollowLedger } from './follow-ledger.ts';
import type { TracingSnapshot } from './open-tracing.ts';

/** A state of one ledger, or of both where a trace can continue on the other chain. */
export interface TracedChains {
  readonly own: TracingSnapshot;
  readonly other: TracingSnapshot | undefined;
}

/** Returns the state of the chain of an address. */
export const snapshotOf = ({ own, other }: TracedChains, chain: Blockchain): TracingSnapshot =>
  other?.chain === chain ? other : own;

/** Returns the basis of an answer, with the block of the other chain. */
export function basisOf({ own, other }: TracedChains): FlowTraceBasis {
  const { blockchain, height, blockHash } = other?.basis ?? {};
  const isKnown = blockchain !== undefined && typeof height === 'number' && typeof blockHash === 'string';
  return isKnown ? { ...own.basis, other: { blockchain, height, blockHash } } : own.basis;
}

/** Opens the ledger of an asset: `ether` or a token by its contract, as in answers. */
const ledgers: Readonly<
  Record<Blockchain, (tracing: TracingSnapshot, of: { asset: string; conversions: boolean }) => FollowLedger>
> = {
  bitcoin: createBitcoinFollow,
  ethereum: createEthereumFollow,
};

/** Opens one ledger, or both. */
export function openFollowLedger(
  chains: TracedChains,
  of: { readonly asset: string; readonly conversions: boolean; readonly direction: Direction },
): FollowLedger {
  const { own, other } = chains;
  if (!other) return ledgers[own.chain](own, of);
  const { direction, conversions } = of;
  const ethereum = snapshotOf(chains, 'ethereum');
  const asset = ethereum === own ? of.asset : ethereum.chain;
  return createFollowBoth(
    {
      bitcoin: createBitcoinFollow(snapshotOf(chains, 'bitcoin')),
      ethereum: createEthereumFollow(ethereum, { asset, conversions }),
    },
    { start: own.chain, direction },
  );
}
