import {
  type Direction,
  type CommingledPool,
  type Owner,
  type Lot,
  type LotReader,
  receiptsOf,
  type Step,
} from '@hopscope/risk';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import {
  heightOf,
  indexOfPoint,
  pointOf,
  positionOfPoint,
  replacedMark,
} from '../../../ledger/bitcoin/positions.ts';
import {
  agreedPayouts,
  type BitcoinDeposit,
  type CrossedTransaction,
  findBitcoinPayouts,
} from '../../explorer/bitcoin/bitcoin-payouts.ts';
import { movementsOf, type OutputPosition, type PooledTx } from './bitcoin-pools.ts';
import type { Owners, RiskState } from './owners.ts';

/**
 * Bitcoin's ledger as walks read it, at one state: outputs are lots, transactions mix them. What was spent above the
 * state's height counts as unspent. `movements`: inputs and outputs above which a transaction is not read. `isComplete`: the
 * ledger has every block up to the height, so that what nothing spends is unspent. `alongside`: reads what else is needed of
 * transactions at positions, together with them.
 */
export function createBitcoinFlows(
  state: RiskState,
  {
    owners,
    movements,
    isComplete,
    alongside,
  }: {
    owners: Owners;
    movements: number;
    isComplete: boolean;
    alongside?: (positions: readonly number[]) => Promise<void>;
  },
) {
  const { height, reads } = state;
  /** Of lots in visited transactions. */
  const places = new Map<string, OutputPosition>();
  const visited = new Map<number, PooledTx>();

  async function load(positions: readonly number[]): Promise<void> {
    const missing = positions.filter((position) => !visited.has(position));
    if (missing.length === 0) return;
    const [found] = await Promise.all([
      reads.pools(missing, movements, owners.readAll),
      alongside?.(missing),
    ]);
    for (const [position, each] of found) {
      visited.set(position, each);
      for (const [id, place] of each.places) places.set(id, place);
      owners.note(each);
    }
  }

  function poolAt(position: number): CommingledPool | undefined {
    const { tx, pool } = visited.get(position) ?? {};
    // Others may walk through larger ones.
    return tx && movementsOf(tx) <= movements ? pool : undefined;
  }

  function stepAt(position: number): Step {
    if (!visited.has(position)) return { is: 'not_in_ledger' };
    const pool = poolAt(position);
    return pool ? { is: 'pool', pool } : { is: 'hub' };
  }

  /** Where lots are spent up to the state's height; `replaced`: by a coinbase of the same txid (BIP30). */
  async function spendsOf(
    lots: readonly string[],
  ): Promise<Map<string, { position: number; replaced: boolean }>> {
    const points = lots.flatMap((id) => {
      const place = places.get(id);
      return place ? [[id, pointOf(place.position, place.vout)] as const] : [];
    });
    const inpoints = await reads.spends(points.map(([, point]) => point));
    return new Map(
      points.flatMap(([id, point]) => {
        const inpoint = inpoints.get(point) ?? null;
        const position = inpoint === null ? undefined : positionOfPoint(inpoint);
        if (inpoint === null || position === undefined || heightOf(position) > height) return [];
        return [[id, { position, replaced: indexOfPoint(inpoint) === replacedMark }] as const];
      }),
    );
  }

  /** What became of each lot. */
  async function ahead(lots: readonly Lot[]): Promise<Map<string, Step>> {
    const spends = await spendsOf(lots.map(({ id }) => id));
    const steps = new Map<string, Step>();
    await load([...spends.values()].flatMap(({ position, replaced }) => (replaced ? [] : [position])));
    for (const lot of lots) {
      const spend = spends.get(lot.id);
      if (!spend) {
        const burnt = lot.owner === undefined && isUnspendable(lot.id);
        const unspent: Step = isComplete ? { is: 'end', end: 'unspent' } : { is: 'not_in_ledger' };
        steps.set(lot.id, burnt ? { is: 'end', end: 'burnt' } : unspent);
      } else if (spend.replaced) steps.set(lot.id, { is: 'end', end: 'burnt' });
      else steps.set(lot.id, stepAt(spend.position));
    }
    return steps;
  }

  function isUnspendable(id: string): boolean {
    const place = places.get(id);
    const output = place && visited.get(place.position)?.tx.record.outputs[place.vout];
    return output?.type === 'op_return';
  }

  async function behind(lots: readonly Lot[]): Promise<Map<string, Step>> {
    const positions = lots.map(({ id }) => places.get(id)?.position);
    await load(positions.flatMap((position) => position ?? []));
    return new Map(
      lots.map(({ id }, i) => {
        const position = positions[i];
        return [id, position === undefined ? { is: 'not_in_ledger' } : stepAt(position)];
      }),
    );
  }

  async function poolsAt(positions: readonly number[]): Promise<CommingledPool[]> {
    await load(positions);
    return positions.flatMap((position) => {
      return poolAt(position) ?? [];
    });
  }

  const reader: LotReader = {
    read: (lots: readonly Lot[], direction: Direction) =>
      direction === 'backward' ? behind(lots) : ahead(lots),
  };

  return {
    reader,

    /** The transaction that made a lot; undefined where it has not been read. */
    txOf(lot: string): FoundTx | undefined {
      const place = places.get(lot);
      return place && visited.get(place.position)?.tx;
    },

    /** Transactions that have been visited, without the first `from` of them. */
    visited: (from: number): FoundTx[] => [...visited.values()].slice(from).map(({ tx }) => tx),

    /** A lot of a visited transaction; undefined where it has not been visited, or is too large. */
    lotAt(position: number, id: string): Lot | undefined {
      const entry = poolAt(position)?.entries.find((each) => 'lot' in each && each.lot.id === id);
      return entry && 'lot' in entry ? entry.lot : undefined;
    },

    /** Reads transactions by txid (internal byte order) up to the state's height. */
    async find(txids: readonly Uint8Array[]): Promise<FoundTx[]> {
      const found = (await Promise.all(txids.map(reads.transactionsById)))
        .flat()
        .filter(({ position }) => heightOf(position) <= height);
      await load(found.map(({ position }) => position));
      return found;
    },

    /** Reads transactions that can pay for deposits on Ethereum, up to the state's height. */
    async payingFor(deposits: readonly BitcoinDeposit[]): Promise<FoundTx[]> {
      const { session } = state;
      const heightAtTime = (time: number) => reads.heightAtTime('bitcoin', time);
      const found = await findBitcoinPayouts({ session, height, heightAtTime }, deposits);
      await load(found.map(({ position }) => position));
      return found;
    },

    /** Returns what transactions paid for what was given on Ethereum, as far as both agree; `related` as of `EthereumFlows`. */
    agreedPayouts: <D extends CrossedTransaction>(payouts: readonly FoundTx[], related: readonly D[]) =>
      agreedPayouts(state.session, payouts, related),

    /** Where a lot was made; undefined where it has not been visited. */
    positionOf: (lot: string): number | undefined => places.get(lot)?.position,

    /** Transactions at positions as pools, in the order asked; those that are too large are left out. */
    pools: poolsAt,

    /** Transactions that spend lots, by lot; those that nothing spends, or that are too large, are left out. */
    async spenders(
      lots: readonly string[],
    ): Promise<Map<string, { position: number; pool: CommingledPool }>> {
      const spent = await spendsOf(lots);
      const into = [...spent].filter(([, { replaced }]) => !replaced);
      await load(into.map(([, { position }]) => position));
      return new Map(
        into.flatMap(([id, { position }]) => {
          const pool = poolAt(position);
          return pool ? [[id, { position, pool }] as const] : [];
        }),
      );
    },

    /** What an owner received from others in transactions, as roots of walks. */
    async receipts(positions: readonly number[], owner: Owner): Promise<Lot[]> {
      const mixed = await poolsAt(positions);
      return mixed.flatMap((pool) => receiptsOf(pool, owner.id));
    },

    /** What transactions pay addresses. */
    async paid(positions: readonly number[], addresses: ReadonlySet<string>): Promise<Lot[]> {
      const mixed = await poolsAt(positions);
      return mixed
        .flatMap(({ entries }) => entries)
        .flatMap((entry) => {
          if (entry.flow !== 'out' || !('lot' in entry)) return [];
          const { owner } = entry.lot;
          return owner && addresses.has(owner.address) ? [entry.lot] : [];
        });
    },
  };
}

export type BitcoinFlows = ReturnType<typeof createBitcoinFlows>;
