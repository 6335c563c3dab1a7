import type { CategoryId } from '../categories/categories.ts';
import { bitcoinPool, ethereumPool, receiptsOf, type AccountEvent } from './commingled-pools.ts';
import type { Label, CommingledPool, Owner, Lot, LotReader, Step, WalkLimits } from './types.ts';

/** A transaction of a small Bitcoin graph: what it spends (`tx:vout`, `?` not known), whom it pays how much. */
export interface SmallTransaction {
  readonly id: string;
  readonly spends: readonly string[];
  readonly pays: readonly (readonly [address: string, amount: bigint])[];
  readonly coinJoin?: boolean;
}

export interface SmallLabels {
  /** Category by address (of an owner that it is alone). */
  readonly labels?: Readonly<Record<string, CategoryId>>;
  readonly confidence?: number;
  /** Cluster by address. */
  readonly clusters?: Readonly<Record<string, string>>;
}

export interface SmallLedger {
  readonly lots: ReadonlyMap<string, Lot>;
  readonly reader: LotReader;
  /** Ids of lots that were read, in order. */
  readonly read: readonly string[];
  /** What an owner received from others. */
  receipts(owner: string): Lot[];
}

export const farLimits: WalkLimits = {
  hops: 50,
  budget: 10_000,
  rounds: 200,
  minimum: 0n,
  minimumConfidence: 50,
};

function ownerOf(address: string, { labels = {}, confidence = 90, clusters = {} }: SmallLabels): Owner {
  const category = labels[address];
  const label: Label | undefined = category && {
    entity: `e-${address}`,
    name: address.toUpperCase(),
    categories: [category],
    address,
    kind: 'direct',
    confidence,
    source: 'test',
    since: '2026-01-01',
  };
  return { id: clusters[address] ?? address, address, label };
}

function readerOf(
  back: ReadonlyMap<string, Step>,
  ahead: ReadonlyMap<string, Step>,
  read: string[],
): LotReader {
  return {
    async read(lots, direction) {
      const steps = direction === 'backward' ? back : ahead;
      read.push(...lots.map(({ id }) => id));
      return new Map(lots.map(({ id }) => [id, steps.get(id) ?? { is: 'not_in_ledger' }]));
    },
  };
}

/** A Bitcoin ledger of a few transactions; without inputs, one is a coinbase. Outputs that nothing spends are held. */
export function smallBitcoin(
  transactions: readonly SmallTransaction[],
  names: SmallLabels = {},
): SmallLedger {
  const lots = new Map<string, Lot>();
  const back = new Map<string, Step>();
  const ahead = new Map<string, Step>();
  const pools: CommingledPool[] = [];
  const read: string[] = [];
  for (const { id, spends, pays, coinJoin = false } of transactions) {
    const outputs = pays.map(([address, amount], vout): Lot => {
      const owner = address === '-' ? undefined : ownerOf(address, names);
      return { id: `${id}:${vout}`, transaction: id, amount, owner };
    });
    const inputs = spends.map((name) => {
      const lot = lots.get(name);
      if (!lot && name !== '?') throw new Error(`${id} spends ${name}, which is not there`);
      return lot;
    });
    const pool = bitcoinPool({ txid: id, coinbase: spends.length === 0, coinJoin, inputs, outputs });
    pools.push(pool);
    for (const lot of outputs) {
      lots.set(lot.id, lot);
      back.set(lot.id, { is: 'pool', pool });
      ahead.set(lot.id, { is: 'end', end: 'unspent' });
    }
    for (const lot of inputs) if (lot) ahead.set(lot.id, { is: 'pool', pool });
  }
  return {
    lots,
    reader: readerOf(back, ahead, read),
    read,
    receipts: (owner) => pools.flatMap((pool) => receiptsOf(pool, owner)),
  };
}

/** A movement of a small Ethereum graph; `from` null: made for `to`; `to` null: a fee of `from`. */
export interface SmallMovement {
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: bigint;
}

/** An Ethereum ledger of a few movements of one asset, with opening balances (default 0, undefined: not known). */
export function smallEthereum(
  movements: readonly SmallMovement[],
  names: SmallLabels & { openings?: Readonly<Record<string, bigint | undefined>>; asset?: string } = {},
): SmallLedger {
  const lots = new Map<string, Lot>();
  const events = new Map<string, AccountEvent[]>();
  const read: string[] = [];
  const happen = (account: string, event: AccountEvent): void => {
    events.set(account, [...(events.get(account) ?? []), event]);
  };
  for (const { id, from, to, amount } of movements) {
    if (from === null) happen(to ?? '', { kind: 'made', amount });
    else if (to === null) happen(from, { kind: 'fee', amount });
    else {
      const lot: Lot = {
        id,
        transaction: id,
        amount,
        owner: ownerOf(to, names),
        from: ownerOf(from, names),
      };
      lots.set(id, lot);
      happen(from, { kind: 'transfer', lot });
      if (to !== from) happen(to, { kind: 'transfer', lot });
    }
  }
  const openings = names.openings ?? {};
  const pools = new Map(
    [...events].map(([account, list]) => {
      const opening = account in openings ? openings[account] : 0n;
      return [account, ethereumPool({ account, asset: names.asset ?? 'ETH', opening, events: list })];
    }),
  );
  const steps = (side: 'from' | 'owner'): Map<string, Step> =>
    new Map(
      [...lots].flatMap(([id, lot]): [string, Step][] => {
        const pool = pools.get(lot[side]?.id ?? '');
        return pool ? [[id, { is: 'pool', pool }]] : [];
      }),
    );
  return {
    lots,
    reader: readerOf(steps('from'), steps('owner'), read),
    read,
    receipts: (owner) => {
      const pool = pools.get(owner);
      return pool ? receiptsOf(pool, owner) : [];
    },
  };
}

/** Two assets of a small Ethereum ledger. `other`: a side of a conversion. */
export function twoAssets(
  coins: Parameters<typeof smallEthereum>[0],
  tokens: Parameters<typeof smallEthereum>[0],
  names: Parameters<typeof smallEthereum>[1] = {},
) {
  const [coin, token] = [smallEthereum(coins, names), smallEthereum(tokens, { ...names, asset: 'token' })];
  const lotOf = (id: string) => {
    const lot = coin.lots.get(id) ?? token.lots.get(id);
    if (!lot) throw new Error(`No lot ${id}`);
    return lot;
  };
  const ledger = (first: SmallLedger): SmallLedger => ({
    ...first,
    reader: {
      async read(lots, direction) {
        const ofTokens = lots.filter(({ id }) => token.lots.has(id));
        const rest = lots.filter(({ id }) => !token.lots.has(id));
        return new Map([
          ...(await coin.reader.read(rest, direction)),
          ...(await token.reader.read(ofTokens, direction)),
        ]);
      },
    },
  });
  const other = (id: string, amount = lotOf(id).amount) => ({
    lot: lotOf(id),
    asset: coin.lots.has(id) ? 'coin' : 'token',
    amount,
  });
  return { coin: ledger(coin), token: ledger(token), other };
}
