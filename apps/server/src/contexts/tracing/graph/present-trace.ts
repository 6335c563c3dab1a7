import type { AutoTraceLine, FlowStop } from '@hopscope/contract';
import type { FollowedHop, FollowedStop, Owner } from '@hopscope/risk';
import type { FollowLedger } from './follow-ledger.ts';
import { nodeId } from './moves.ts';
import type { TracingSnapshot } from './open-tracing.ts';
import { categoryOf } from './services.ts';

export interface TraceAccess {
  readonly ledger: FollowLedger;
  readonly tracing: TracingSnapshot;
  readonly canSeeRestricted: boolean;
}

/** Returns the entity of an owner, if the viewer may see it. */
function entityOf(
  owner: Owner | undefined,
  { tracing, canSeeRestricted }: TraceAccess,
): { id: string; name: string } | null {
  const label = owner?.label;
  const hidden = label && tracing.owners.entities.get(label.entity)?.csam && !canSeeRestricted;
  return label && !hidden ? { id: label.entity, name: label.name } : null;
}

/** Returns a stop; for a hidden entity without its name. */
export function presentStop(stop: FollowedStop, access: TraceAccess): FlowStop {
  const { ledger, tracing } = access;
  const { owner, reason, amount, asset, hops, transaction, start, crossing } = stop;
  const left = crossing === undefined ? undefined : ledger.crossingOf?.(transaction, crossing);
  return {
    node: owner ? nodeId(tracing.chain, owner.address) : null,
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

/** Returns a conversion; for a hidden service without its name. */
export function presentHop(
  { basis, by, to, through, transaction, gave, got }: FollowedHop,
  access: TraceAccess,
): Extract<AutoTraceLine, { line: 'hops' }>['hops'][number] {
  const { ledger, tracing } = access;
  return {
    kind: 'conversion',
    basis,
    transaction,
    node: nodeId(tracing.chain, by.address),
    to: nodeId(tracing.chain, to.address),
    gave: { asset: ledger.assetOf(gave.asset), amount: String(gave.amount) },
    got: { asset: ledger.assetOf(got.asset), amount: String(got.amount) },
    entity: entityOf(through, access),
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
