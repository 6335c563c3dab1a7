import type { Conduct, Dealing, Mixture, Owner, Parcel, Party, Spending, SpentParcel } from '@hopscope/risk';
import type { RiskEntity } from './entity-facts.ts';
import type { TimedEvent } from './ethereum-flows.ts';

type Entities = ReadonlyMap<string, RiskEntity>;

function partyOf({ id, address, label }: Owner, entities: Entities): Party {
  return {
    owner: id,
    address,
    categories: label?.categories ?? [],
    entity: label ? { id: label.entity, name: label.name } : null,
    dead: label ? (entities.get(label.entity)?.dead ?? null) : null,
  };
}

function partiesOf(owners: readonly (Owner | undefined)[], entities: Entities): Party[] {
  const distinct = new Map(owners.flatMap((owner) => (owner ? [[owner.id, owner] as const] : [])));
  return [...distinct.values()].map((owner) => partyOf(owner, entities));
}

const amountOf = (parcels: readonly Parcel[]): bigint =>
  parcels.reduce((sum, { amount }) => sum + amount, 0n);

function parcelsOf(mixture: Mixture, flow: 'in' | 'out'): Parcel[] {
  return mixture.entries.flatMap((entry) => (entry.flow === flow && 'parcel' in entry ? [entry.parcel] : []));
}

/** What a transaction moved between an owner and others: net of change; undefined where it moved nothing between them. */
export function dealingOf(
  mixture: Mixture,
  { owner, time, entities }: { owner: string; time: number; entities: Entities },
): Dealing | undefined {
  const own = ({ owner: held }: Parcel): boolean => held?.id === owner;
  const [spent, made] = [parcelsOf(mixture, 'in'), parcelsOf(mixture, 'out')];
  const net = amountOf(made.filter(own)) - amountOf(spent.filter(own));
  const others = made.filter((parcel) => !own(parcel));
  const common = { transaction: mixture.transaction ?? mixture.id, time };
  if (net > 0n) {
    const parties = partiesOf(
      spent.filter((parcel) => !own(parcel)).map((parcel) => parcel.owner),
      entities,
    );
    const known = new Set(parties.map((party) => party.owner));
    const beside = others.flatMap(({ owner: held }) => (held && !known.has(held.id) ? [held.address] : []));
    return { ...common, direction: 'in', amount: net, parties, beside };
  }
  const amount = amountOf(others);
  if (net === 0n || amount === 0n) return undefined;
  const parties = partiesOf(
    others.map((parcel) => parcel.owner),
    entities,
  );
  return { ...common, direction: 'out', amount, parties, beside: [] };
}

const spentParcel = ({ id, amount, owner }: Parcel): SpentParcel => ({
  id,
  amount,
  address: owner?.address ?? null,
});

/** A Bitcoin transaction as the rule about peel chains sees it; an input that the ledger does not hold is one without an address. */
export function spendingOf(mixture: Mixture, { owner, time }: { owner: string; time: number }): Spending {
  const spent = parcelsOf(mixture, 'in');
  const unknown = mixture.entries.flatMap((entry, i): SpentParcel[] =>
    entry.flow === 'in' && 'end' in entry ? [{ id: `${mixture.id}<${i}`, amount: 0n, address: null }] : [],
  );
  return {
    transaction: mixture.id,
    time,
    own: spent.some((parcel) => parcel.owner?.id === owner),
    spends: [...spent.map(spentParcel), ...unknown],
    pays: parcelsOf(mixture, 'out').map(spentParcel),
  };
}

/** The conduct of an Ethereum account: its transfers in order. */
export function conductOfAccount(
  events: readonly TimedEvent[],
  { owner, entities, complete }: { owner: string; entities: Entities; complete: boolean },
): Conduct {
  const dealings = events.flatMap(({ event, transaction, time }): Dealing[] => {
    if (event.kind !== 'transfer' || transaction === null) return [];
    const { from, owner: to, amount } = event.parcel;
    if (from?.id === to?.id) return [];
    const incoming = to?.id === owner;
    return [
      {
        transaction,
        time,
        direction: incoming ? 'in' : 'out',
        amount,
        parties: partiesOf([incoming ? from : to], entities),
        beside: [],
      },
    ];
  });
  return { dealings, spendings: [], complete };
}
