import { toDisplayHash } from '@hopscope/chain';
import {
  bitcoinPool,
  type Direction,
  type CommingledPool,
  type Owner,
  type Lot,
  type LotReader,
  receiptsOf,
  type Step,
} from '@hopscope/risk';
import { coinJoinOf } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import { type FoundTx, readTxsAt } from '../../../ledger/bitcoin/lookups.ts';
import {
  heightOf,
  indexOfPoint,
  pointOf,
  positionOfPoint,
  replacedMark,
} from '../../../ledger/bitcoin/positions.ts';
import { readTxids } from '../../../ledger/bitcoin/reader.ts';
import type { StoredOutput } from '../../../ledger/bitcoin/blocks/tx-record.ts';
import { byteKey, inParts } from '../../../ledger/shared/byte-keys.ts';
import { readByNumbers } from '../../../ledger/shared/read-by-numbers.ts';
import type { Owners, RiskState } from './owners.ts';

/** Where an output stands in the ledger. */
interface OutputPosition {
  readonly position: number;
  readonly vout: number;
}

/** What became of outputs: inpoints by outpoint. */
async function readSpendsOf(
  { session, reads }: RiskState,
  points: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const spends = new Map<bigint, bigint>();
  const missing: bigint[] = [];
  for (const point of points) {
    const known = reads.spends.get(point);
    if (known === undefined) missing.push(point);
    else if (known !== null) spends.set(point, known);
  }
  for (const part of inParts(missing, 20_000)) {
    const select = 'select outpoint, inpoint from btc_spend where outpoint = any($1)';
    const reader = await readByNumbers(session, select, part);
    while (reader.next()) spends.set(reader.int8(), reader.int8());
  }
  for (const point of missing) reads.spends.set(point, spends.get(point) ?? null);
  return spends;
}

/** Inputs and outputs of transactions that are stored for other scores. */
const mostShared = 100;

/** Returns transactions at positions, in no particular order; omits positions without one. */
async function readShared({ session, reads }: RiskState, positions: readonly number[]): Promise<FoundTx[]> {
  const found = positions.flatMap((position) => reads.transactions.get(position) ?? []);
  const missing = positions.filter((position) => !reads.transactions.has(position));
  for (const tx of await readTxsAt(session, missing)) {
    found.push(tx);
    const { inputs, outputs } = tx.record;
    if (inputs.length + outputs.length <= mostShared) reads.transactions.set(tx.position, tx);
  }
  return found;
}

/** Returns txids by position. */
async function readSharedTxids(
  { session, reads }: RiskState,
  positions: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const found = new Map<number, Uint8Array>();
  const missing: number[] = [];
  for (const position of positions) {
    const txid = reads.txids.get(position) ?? reads.transactions.get(position)?.txid;
    if (txid) found.set(position, txid);
    else missing.push(position);
  }
  for (const [position, txid] of await readTxids(session, missing)) {
    found.set(position, txid);
    reads.txids.set(position, txid);
  }
  return found;
}

/**
 * Bitcoin's ledger as walks read it, at one state: outputs are lots, transactions mix them. What was spent above the
 * state's height counts as unspent. `movements`: inputs and outputs above which a transaction is not read. `isComplete`: the
 * ledger has every block up to the height, so that what nothing spends is unspent.
 */
export function createBitcoinFlows(
  state: RiskState,
  { owners, movements, isComplete }: { owners: Owners; movements: number; isComplete: boolean },
) {
  const { height } = state;
  /** Of lots that were made here. */
  const places = new Map<string, OutputPosition>();
  const pools = new Map<number, CommingledPool | 'hub'>();
  const records = new Map<number, FoundTx>();

  function lotOf(
    txid: string,
    { position, vout }: OutputPosition,
    { key, value }: Pick<StoredOutput, 'key' | 'value'>,
    known: ReadonlyMap<string, Owner>,
  ): Lot {
    const id = `${txid}:${vout}`;
    places.set(id, { position, vout });
    return { id, transaction: txid, amount: value, owner: key && known.get(byteKey(key)) };
  }

  async function load(positions: readonly number[]): Promise<void> {
    const missing = [...new Set(positions)].filter((position) => !pools.has(position));
    if (missing.length === 0) return;
    const small: FoundTx[] = [];
    for (const tx of await readShared(state, missing)) {
      records.set(tx.position, tx);
      if (tx.record.inputs.length + tx.record.outputs.length > movements) pools.set(tx.position, 'hub');
      else small.push(tx);
    }
    const prevouts = small.flatMap(({ record }) => record.inputs.map(({ prevout }) => prevout));
    const spent = prevouts.flatMap((prevout) => (prevout.kind === 'known' ? [prevout] : []));
    // Where a walk goes on, most of what is spent was made by a transaction that it has met.
    const txids = await readSharedTxids(
      state,
      spent.flatMap(({ position }) => (records.has(position) ? [] : [position])),
    );
    const txidAt = (position: number) => records.get(position)?.txid ?? txids.get(position);
    const known = await owners.read(
      [...spent, ...small.flatMap(({ record }) => record.outputs)].flatMap(({ key }) => (key ? [key] : [])),
    );
    for (const tx of small) {
      const txid = toDisplayHash(tx.txid);
      const { record, position } = tx;
      pools.set(
        position,
        bitcoinPool({
          txid,
          coinbase: record.coinbase,
          coinJoin: coinJoinOf(record).is === 'coinjoin',
          inputs: record.coinbase
            ? []
            : record.inputs.map(({ prevout }) => {
                if (prevout.kind !== 'known') return undefined;
                const from = txidAt(prevout.position);
                return from && lotOf(toDisplayHash(from), prevout, prevout, known);
              }),
          outputs: record.outputs.map((output, vout) => lotOf(txid, { position, vout }, output, known)),
        }),
      );
    }
  }

  function stepAt(position: number): Step {
    const pool = pools.get(position);
    if (!pool) return { is: 'not_in_ledger' };
    return pool === 'hub' ? { is: 'hub' } : { is: 'pool', pool };
  }

  /** Where lots are spent up to the state's height; `replaced`: by a coinbase of the same txid (BIP30). */
  async function spendsOf(
    lots: readonly string[],
  ): Promise<Map<string, { position: number; replaced: boolean }>> {
    const points = lots.flatMap((id) => {
      const place = places.get(id);
      return place ? [[id, pointOf(place.position, place.vout)] as const] : [];
    });
    const inpoints = await readSpendsOf(
      state,
      points.map(([, point]) => point),
    );
    return new Map(
      points.flatMap(([id, point]) => {
        const inpoint = inpoints.get(point);
        const position = inpoint === undefined ? undefined : positionOfPoint(inpoint);
        if (inpoint === undefined || position === undefined || heightOf(position) > height) return [];
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
    const output = place && records.get(place.position)?.record.outputs[place.vout];
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
      const pool = pools.get(position);
      return pool && pool !== 'hub' ? [pool] : [];
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
      return place && records.get(place.position);
    },

    /** Where a lot was made; undefined where it has not been met. */
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
          const pool = pools.get(position);
          return pool && pool !== 'hub' ? [[id, { position, pool }] as const] : [];
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
