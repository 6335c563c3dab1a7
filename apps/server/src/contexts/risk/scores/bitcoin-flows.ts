import { toDisplayHash } from '@hopscope/chain';
import {
  bitcoinMixture,
  type Direction,
  type Mixture,
  type Owner,
  type Parcel,
  type ParcelReader,
  receiptsOf,
  type Step,
} from '@hopscope/risk';
import type { SqlSession } from '../../../db/session.ts';
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
import { byteKey, inParts, int8Array } from '../../../ledger/shared/byte-keys.ts';
import type { Owners, RiskState } from './owners.ts';

/** Where an output stands in the ledger. */
interface Place {
  readonly position: number;
  readonly vout: number;
}

/** What became of outputs: inpoints by outpoint. */
async function readSpendsOf(session: SqlSession, points: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const spends = new Map<bigint, bigint>();
  for (const part of inParts(points, 20_000)) {
    const { rows } = await session.query<{ outpoint: bigint; inpoint: bigint }>(
      `select outpoint, inpoint from btc_spend where outpoint = any(${int8Array(part)})`,
    );
    for (const { outpoint, inpoint } of rows) spends.set(outpoint, inpoint);
  }
  return spends;
}

/**
 * Bitcoin's ledger as walks read it, at one state: outputs are parcels, transactions mix them. What was spent above the
 * state's height is still held. `movements`: inputs and outputs above which a transaction is not read. `whole`: the ledger holds every
 * block up to the height, so that what nothing spends is unspent.
 */
export function createBitcoinFlows(
  state: RiskState,
  { owners, movements, whole }: { owners: Owners; movements: number; whole: boolean },
) {
  const { session, height } = state;
  /** Of parcels that were made here. */
  const places = new Map<string, Place>();
  const mixtures = new Map<number, Mixture | 'hub'>();
  const records = new Map<number, FoundTx>();

  function parcelOf(
    txid: string,
    { position, vout }: Place,
    { key, value }: Pick<StoredOutput, 'key' | 'value'>,
    known: ReadonlyMap<string, Owner>,
  ): Parcel {
    const id = `${txid}:${vout}`;
    places.set(id, { position, vout });
    return { id, transaction: txid, amount: value, owner: key && known.get(byteKey(key)) };
  }

  async function load(positions: readonly number[]): Promise<void> {
    const missing = [...new Set(positions)].filter((position) => !mixtures.has(position));
    if (missing.length === 0) return;
    const small: FoundTx[] = [];
    for (const tx of await readTxsAt(session, missing)) {
      records.set(tx.position, tx);
      if (tx.record.inputs.length + tx.record.outputs.length > movements) mixtures.set(tx.position, 'hub');
      else small.push(tx);
    }
    const prevouts = small.flatMap(({ record }) => record.inputs.map(({ prevout }) => prevout));
    const spent = prevouts.flatMap((prevout) => (prevout.kind === 'known' ? [prevout] : []));
    // Where a walk goes on, most of what is spent was made by a transaction that it has met.
    const txids = await readTxids(
      session,
      spent.flatMap(({ position }) => (records.has(position) ? [] : [position])),
    );
    const txidAt = (position: number) => records.get(position)?.txid ?? txids.get(position);
    const known = await owners.read(
      [...spent, ...small.flatMap(({ record }) => record.outputs)].flatMap(({ key }) => (key ? [key] : [])),
    );
    for (const tx of small) {
      const txid = toDisplayHash(tx.txid);
      const { record, position } = tx;
      mixtures.set(
        position,
        bitcoinMixture({
          txid,
          coinbase: record.coinbase,
          coinJoin: coinJoinOf(record).is === 'coinjoin',
          inputs: record.coinbase
            ? []
            : record.inputs.map(({ prevout }) => {
                if (prevout.kind !== 'known') return undefined;
                const from = txidAt(prevout.position);
                return from && parcelOf(toDisplayHash(from), prevout, prevout, known);
              }),
          outputs: record.outputs.map((output, vout) => parcelOf(txid, { position, vout }, output, known)),
        }),
      );
    }
  }

  function stepAt(position: number): Step {
    const mixture = mixtures.get(position);
    if (!mixture) return { is: 'not_in_ledger' };
    return mixture === 'hub' ? { is: 'hub' } : { is: 'mixture', mixture };
  }

  /** Where parcels are spent up to the state's height; `replaced`: by a coinbase of the same txid (BIP30). */
  async function spendsOf(
    parcels: readonly string[],
  ): Promise<Map<string, { position: number; replaced: boolean }>> {
    const points = parcels.flatMap((id) => {
      const place = places.get(id);
      return place ? [[id, pointOf(place.position, place.vout)] as const] : [];
    });
    const inpoints = await readSpendsOf(
      session,
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

  /** What became of each parcel. */
  async function ahead(parcels: readonly Parcel[]): Promise<Map<string, Step>> {
    const spends = await spendsOf(parcels.map(({ id }) => id));
    const steps = new Map<string, Step>();
    await load([...spends.values()].flatMap(({ position, replaced }) => (replaced ? [] : [position])));
    for (const parcel of parcels) {
      const spend = spends.get(parcel.id);
      if (!spend) {
        const burnt = parcel.owner === undefined && isUnspendable(parcel.id);
        const held: Step = whole ? { is: 'end', end: 'held' } : { is: 'not_in_ledger' };
        steps.set(parcel.id, burnt ? { is: 'end', end: 'burnt' } : held);
      } else if (spend.replaced) steps.set(parcel.id, { is: 'end', end: 'burnt' });
      else steps.set(parcel.id, stepAt(spend.position));
    }
    return steps;
  }

  function isUnspendable(id: string): boolean {
    const place = places.get(id);
    const output = place && records.get(place.position)?.record.outputs[place.vout];
    return output?.type === 'op_return';
  }

  async function behind(parcels: readonly Parcel[]): Promise<Map<string, Step>> {
    const positions = parcels.map(({ id }) => places.get(id)?.position);
    await load(positions.flatMap((position) => position ?? []));
    return new Map(
      parcels.map(({ id }, i) => {
        const position = positions[i];
        return [id, position === undefined ? { is: 'not_in_ledger' } : stepAt(position)];
      }),
    );
  }

  async function listed(positions: readonly number[]): Promise<Mixture[]> {
    await load(positions);
    return positions.flatMap((position) => {
      const mixture = mixtures.get(position);
      return mixture && mixture !== 'hub' ? [mixture] : [];
    });
  }

  const reader: ParcelReader = {
    read: (parcels: readonly Parcel[], direction: Direction) =>
      direction === 'backward' ? behind(parcels) : ahead(parcels),
  };

  return {
    reader,

    /** The transaction that made a parcel; undefined where it has not been read. */
    txOf(parcel: string): FoundTx | undefined {
      const place = places.get(parcel);
      return place && records.get(place.position);
    },

    /** Where a parcel was made; undefined where it has not been met. */
    positionOf: (parcel: string): number | undefined => places.get(parcel)?.position,

    /** Transactions at positions as mixtures, in the order asked; those that are too large are left out. */
    mixtures: listed,

    /** Transactions that spend parcels, by parcel; those that nothing spends, or that are too large, are left out. */
    async spenders(parcels: readonly string[]): Promise<Map<string, { position: number; mixture: Mixture }>> {
      const spent = await spendsOf(parcels);
      const into = [...spent].filter(([, { replaced }]) => !replaced);
      await load(into.map(([, { position }]) => position));
      return new Map(
        into.flatMap(([id, { position }]) => {
          const mixture = mixtures.get(position);
          return mixture && mixture !== 'hub' ? [[id, { position, mixture }] as const] : [];
        }),
      );
    },

    /** What an owner received from others in transactions, as roots of walks. */
    async receipts(positions: readonly number[], owner: Owner): Promise<Parcel[]> {
      const mixed = await listed(positions);
      return mixed.flatMap((mixture) => receiptsOf(mixture, owner.id));
    },

    /** What transactions pay addresses. */
    async paid(positions: readonly number[], addresses: ReadonlySet<string>): Promise<Parcel[]> {
      const mixed = await listed(positions);
      return mixed
        .flatMap(({ entries }) => entries)
        .flatMap((entry) => {
          if (entry.flow !== 'out' || !('parcel' in entry)) return [];
          const { owner } = entry.parcel;
          return owner && addresses.has(owner.address) ? [entry.parcel] : [];
        });
    },
  };
}

export type BitcoinFlows = ReturnType<typeof createBitcoinFlows>;
