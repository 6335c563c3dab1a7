import type { FlowStop, FollowedHopView } from '@hopscope/contract';
import { chainOf } from '@hopscope/domain';
import type { FollowedHop, FollowedStop, Owner } from '@hopscope/risk';
import { conversionRecord, type RecordedSide } from './conversion-record.ts';
import type { FollowLedger } from './follow-ledger.ts';
import { snapshotOf, type TracedChains } from './follow-ledgers.ts';
import { type MovedBy, nodeId } from './moves.ts';
import { categoryOf } from './services.ts';

export interface TraceAccess {
  readonly ledger: FollowLedger;
  readonly chains: TracedChains;
  readonly canSeeRestricted: boolean;
}

/** Returns the entity of an owner, if the viewer may see it. */
function entityOf(
  owner: Owner | undefined,
  { chains, canSeeRestricted }: TraceAccess,
): { id: string; name: string } | null {
  const label = owner?.label;
  const owners = owner && snapshotOf(chains, chainOf(owner.address)).owners;
  const hidden = label && owners?.entities.get(label.entity)?.csam && !canSeeRestricted;
  return label && !hidden ? { id: label.entity, name: label.name } : null;
}

/** Returns the node of an address; its form names its chain. */
export const nodeOf = (address: string): string => nodeId(chainOf(address), address);

/** Returns a stop; for a hidden entity without its name. */
export function presentStop(stop: FollowedStop, access: TraceAccess): FlowStop {
  const { ledger } = access;
  const { owner, reason, amount, asset, hops, transaction, start, crossing } = stop;
  const left = crossing === undefined ? undefined : ledger.crossingOf?.(transaction, crossing);
  return {
    node: owner ? nodeOf(owner.address) : null,
    reason,
    amount: String(amount),
    asset: ledger.assetOf(asset),
    hops,
    transaction,
    start,
    entity: entityOf(owner, access),
    category: categoryOf(owner?.label),
    crossing: left ? { protocol: left.protocol, chain: left.chain, account: left.account } : null,
  };
}

/** Returns the whole conversion that a part of the funds went through; null if its parts are not those of two accounts. */
function recordOf(
  { basis, by, to, transaction, crossing, gave, got }: FollowedHop,
  ledger: FollowLedger,
): FollowedHopView['record'] {
  const ends = { from: nodeOf(by.address), to: nodeOf(to.address), basis };
  const sideOf = ({ asset, ...rest }: { asset: string; amount: bigint; by: MovedBy }): RecordedSide => ({
    ...rest,
    asset: ledger.assetOf(asset),
  });
  if (crossing !== undefined) {
    const both = ledger.bothSidesOf?.(crossing);
    if (!both) return null;
    const { protocol, proof, output } = both;
    const sides = { gave: sideOf(both.gave), got: sideOf(both.got) };
    return conversionRecord({ ...ends, ...sides, crossing: { protocol, proof, output } });
  }
  const assets = { gave: gave.asset, got: got.asset };
  const found = ledger.convertedOf?.(transaction, by.address, to.address, assets);
  if (!found) return null;
  return conversionRecord({
    ...ends,
    gave: sideOf({ asset: gave.asset, amount: found.gave, by: found.by }),
    got: sideOf({ asset: got.asset, amount: found.got, by: found.by }),
    crossing: null,
  });
}

/** Returns a conversion or a crossing; for a hidden service without its name. */
export function presentHop(hop: FollowedHop, access: TraceAccess): FollowedHopView {
  const { ledger } = access;
  const { basis, by, to, through, transaction, crossing, gave, got } = hop;
  return {
    kind: crossing === undefined ? 'conversion' : 'crossing',
    basis,
    transaction,
    node: nodeOf(by.address),
    to: nodeOf(to.address),
    gave: { asset: ledger.assetOf(gave.asset), amount: String(gave.amount) },
    got: { asset: ledger.assetOf(got.asset), amount: String(got.amount) },
    entity: entityOf(through, access),
    record: recordOf(hop, ledger),
  };
}

/** Combines equal stops at the same place, of what is sent together. */
export function together(stops: readonly FollowedStop[]): FollowedStop[] {
  const sums = new Map<string, FollowedStop>();
  for (const stop of stops) {
    const { start, reason, asset, hops, transaction, owner, crossing = '' } = stop;
    const key = [start, reason, asset, hops, transaction, owner?.address ?? '', crossing].join(' ');
    const before = sums.get(key);
    sums.set(key, before ? { ...before, amount: before.amount + stop.amount } : stop);
  }
  return [...sums.values()];
}
