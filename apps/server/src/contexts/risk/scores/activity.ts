import type {
  ObservedActivity,
  CounterpartyFlow,
  CommingledPool,
  Owner,
  Lot,
  Party,
  Spending,
  SpentLot,
} from '@hopscope/risk';
import type { RiskEntity } from './entity-facts.ts';
import type { TimedEvent } from './ethereum-pasts.ts';

type Entities = ReadonlyMap<string, RiskEntity>;

function partyOf({ id, address, label }: Owner, entities: Entities, frozen: ReadonlySet<string>): Party {
  return {
    owner: id,
    address,
    categories: label?.categories ?? [],
    entity: label ? { id: label.entity, name: label.name } : null,
    dead: label ? (entities.get(label.entity)?.dead ?? null) : null,
    frozen: frozen.has(address),
  };
}

const none: ReadonlySet<string> = new Set();

function partiesOf(
  owners: readonly (Owner | undefined)[],
  entities: Entities,
  frozen: ReadonlySet<string> = none,
): Party[] {
  const distinct = new Map(owners.flatMap((owner) => (owner ? [[owner.id, owner] as const] : [])));
  return [...distinct.values()].map((owner) => partyOf(owner, entities, frozen));
}

const amountOf = (lots: readonly Lot[]): bigint => lots.reduce((sum, { amount }) => sum + amount, 0n);

function lotsOf(pool: CommingledPool, flow: 'in' | 'out'): Lot[] {
  return pool.entries.flatMap((entry) => (entry.flow === flow && 'lot' in entry ? [entry.lot] : []));
}

/** Returns the net flow of a transaction between an owner and others; undefined if there is none. */
export function flowOf(
  pool: CommingledPool,
  { owner, time, entities }: { owner: string; time: number; entities: Entities },
): CounterpartyFlow | undefined {
  const own = ({ owner: holder }: Lot): boolean => holder?.id === owner;
  const [spent, made] = [lotsOf(pool, 'in'), lotsOf(pool, 'out')];
  const net = amountOf(made.filter(own)) - amountOf(spent.filter(own));
  const others = made.filter((lot) => !own(lot));
  const common = { transaction: pool.transaction ?? pool.id, time, crossed: false };
  if (net > 0n) {
    const parties = partiesOf(
      spent.filter((lot) => !own(lot)).map((lot) => lot.owner),
      entities,
    );
    const known = new Set(parties.map((party) => party.owner));
    const beside = others.flatMap(({ owner: holder }) =>
      holder && !known.has(holder.id) ? [holder.address] : [],
    );
    return { ...common, direction: 'in', amount: net, parties, beside };
  }
  const amount = amountOf(others);
  if (net === 0n || amount === 0n) return undefined;
  const parties = partiesOf(
    others.map((lot) => lot.owner),
    entities,
  );
  return { ...common, direction: 'out', amount, parties, beside: [] };
}

const spentLot = ({ id, amount, owner }: Lot): SpentLot => ({
  id,
  amount,
  address: owner?.address ?? null,
});

/** Converts a Bitcoin transaction for the peel chain rule; inputs outside the ledger have no address. */
export function spendingOf(pool: CommingledPool, { owner, time }: { owner: string; time: number }): Spending {
  const spent = lotsOf(pool, 'in');
  const unknown = pool.entries.flatMap((entry, i): SpentLot[] =>
    entry.flow === 'in' && 'end' in entry ? [{ id: `${pool.id}<${i}`, amount: 0n, address: null }] : [],
  );
  return {
    transaction: pool.id,
    time,
    own: spent.some((lot) => lot.owner?.id === owner),
    spends: [...spent.map(spentLot), ...unknown],
    pays: lotsOf(pool, 'out').map(spentLot),
  };
}

/** The activity of an Ethereum account: its transfers in order. */
export function accountActivity(
  events: readonly TimedEvent[],
  {
    owner,
    entities,
    frozen,
    ...rest
  }: {
    owner: string;
    entities: Entities;
    /** Addresses of parties that an issuer has frozen. */
    frozen: ReadonlySet<string>;
  } & Pick<ObservedActivity, 'complete' | 'measures'>,
): ObservedActivity {
  const flows = events.flatMap(({ event, transaction, time, crossed }): CounterpartyFlow[] => {
    if (event.kind !== 'transfer' || transaction === null) return [];
    const { from, owner: to, amount } = event.lot;
    if (!from || !to || from.id === to.id) return [];
    const incoming = to.id === owner;
    return [
      {
        transaction,
        time,
        direction: incoming ? 'in' : 'out',
        amount,
        parties: partiesOf([incoming ? from : to], entities, frozen),
        crossed: crossed && !incoming,
        beside: [],
      },
    ];
  });
  return { flows, spendings: [], ...rest };
}
