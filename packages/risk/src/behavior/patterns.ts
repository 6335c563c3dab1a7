import { categories } from '../categories/categories.ts';
import { findLookAlikes } from '../warnings/look-alike.ts';
import {
  type BehaviorRules,
  type ObservedActivity,
  type CounterpartyFlow,
  type Finding,
  type FormatAmount,
  grown,
  shareOf,
  type Trace,
} from './rules.ts';

const million = 1_000_000n;

function totalOf(flows: readonly { amount: bigint }[]): bigint {
  return flows.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Returns the only party of a flow if it isn't a service. */
function privateParty({ parties }: CounterpartyFlow): string | undefined {
  const [party] = parties;
  if (parties.length !== 1 || !party) return undefined;
  return party.categories.some((id) => categories[id].stops) ? undefined : party.owner;
}

/**
 * Payments that the recipient returns in nearly the same amount. Excludes services, where deposits and withdrawals are normal.
 * Own rule: no published threshold.
 */
export function roundTrip(
  { flows }: ObservedActivity,
  { least, within, tolerance }: BehaviorRules['round_trip'],
  format: FormatAmount,
): Finding | undefined {
  const open = new Map<string, CounterpartyFlow[]>();
  const traces: Trace[] = [];
  let back = 0n;
  let trips = 0;
  for (const flow of flows) {
    const party = privateParty(flow);
    if (party === undefined) continue;
    const before = open.get(party) ?? [];
    if (flow.direction === 'out') {
      open.set(party, [...before, flow]);
      continue;
    }
    const place = before.findIndex(({ time, amount }) => {
      const apart = amount > flow.amount ? amount - flow.amount : flow.amount - amount;
      return flow.time - time <= within && apart * million <= amount * BigInt(tolerance);
    });
    const sent = before[place];
    if (!sent) continue;
    open.set(party, before.toSpliced(place, 1));
    for (const { transaction, amount } of [sent, flow]) traces.push({ transaction, amount });
    back += flow.amount;
    trips += 1;
  }
  if (trips < least) return undefined;
  return {
    id: 'round_trip',
    intensity: grown(trips, least),
    traces,
    text: `${trips} payments returned by their recipients, ${format(back)} in total`,
  };
}

/**
 * Tiny transfers with addresses that resemble previous recipients.
 * Source: Tsuchiya, Dong, Soska, Christin, "Blockchain Address Poisoning" (USENIX Security 2025).
 */
export function poisoning(
  { flows }: ObservedActivity,
  { share }: BehaviorRules['poisoning'],
): Finding | undefined {
  const alike = findLookAlikes(
    flows.flatMap(({ parties, beside }) => [...parties.map(({ address }) => address), ...beside]),
  );
  const paid = new Map<string, bigint>();
  const traces: Trace[] = [];
  for (const { direction, amount, parties, beside, transaction } of flows) {
    if (direction === 'out') {
      for (const { address } of parties) paid.set(address, amount);
      continue;
    }
    const isNothing = (real: string): boolean => amount * million < (paid.get(real) ?? 0n) * BigInt(share);
    const poisoned = [...parties.map(({ address }) => address), ...beside].some(
      (address) => !paid.has(address) && (alike.get(address) ?? []).some(isNothing),
    );
    if (poisoned) traces.push({ transaction, amount });
  }
  if (traces.length === 0) return undefined;
  return {
    id: 'poisoning',
    intensity: 1_000_000,
    traces,
    text: `Transfers of tiny amounts (${traces.length}) with addresses that resemble previous recipients: do not copy addresses from this history`,
  };
}

/** A share of a total as parts per million of a saturation, at most all. */
function saturated(amount: bigint, total: bigint, saturation: number): number {
  return Math.min(1_000_000, Math.floor((shareOf(amount, total) * 1_000_000) / saturation));
}

/** Transactions with entities that the directory marks as defunct. */
export function deadEntity(
  { flows }: ObservedActivity,
  { saturation }: BehaviorRules['dead_entity'],
  format: FormatAmount,
): Finding | undefined {
  const gone = flows.filter(({ parties }) => parties.some(({ dead }) => dead === true));
  const amount = totalOf(gone);
  const intensity = saturated(amount, totalOf(flows), saturation);
  if (intensity === 0) return undefined;
  const names = gone.flatMap(({ parties }) =>
    parties.flatMap(({ dead, entity }) => (dead === true && entity ? [entity.name] : [])),
  );
  const [name] = [...new Set(names)].toSorted();
  return {
    id: 'dead_entity',
    intensity,
    traces: gone.map(({ transaction, amount: part }) => ({ transaction, amount: part })),
    text: `${format(amount)} with ${name ?? 'an entity'}${new Set(names).size > 1 ? ' and others' : ''} (defunct)`,
  };
}

const measureWords = { frozen: 'frozen', unfrozen: 'no longer frozen', seized: 'seized' } as const;

/** Issuers of tokens that froze the account or destroyed its tokens; whole unless all of them have lifted it. */
export function frozenByIssuer(
  { measures }: ObservedActivity,
  { lifted }: BehaviorRules['frozen'],
): Finding | undefined {
  const [first] = measures.filter(({ kind }) => kind !== 'unfrozen');
  const shown = first ?? measures[0];
  if (!shown) return undefined;
  const others = measures.length > 1 ? `, and ${measures.length - 1} more` : '';
  return {
    id: 'frozen',
    intensity: first ? 1_000_000 : lifted,
    traces: measures.map(({ transaction }) => ({ transaction, amount: 0n })),
    text: `${shown.token}: ${measureWords[shown.kind]} by ${shown.issuer}${others}`,
  };
}

/** Transactions with accounts that an issuer has frozen, before or after. */
export function frozenParty(
  { flows }: ObservedActivity,
  { saturation }: BehaviorRules['frozen_party'],
  format: FormatAmount,
): Finding | undefined {
  const found = flows.filter(({ parties }) => parties.some(({ frozen }) => frozen));
  const amount = totalOf(found);
  const intensity = saturated(amount, totalOf(flows), saturation);
  if (intensity === 0) return undefined;
  const accounts = new Set(
    found.flatMap(({ parties }) => parties.flatMap(({ frozen, address }) => (frozen ? [address] : []))),
  );
  return {
    id: 'frozen_party',
    intensity,
    traces: found.map(({ transaction, amount: part }) => ({ transaction, amount: part })),
    text: `${format(amount)} with ${accounts.size === 1 ? 'an account' : `${accounts.size} accounts`} that an issuer has frozen`,
  };
}
