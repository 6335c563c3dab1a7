import { toDisplayHash } from '@hopscope/chain';
import { bitcoinPool, type CommingledPool, type Lot } from '@hopscope/risk';
import { coinJoinOf } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import type { StoredOutput } from '../../../ledger/bitcoin/blocks/tx-record.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import type { RiskEntity } from './entity-facts.ts';
import type { Owned } from './owners.ts';

/** Where an output stands in the ledger. */
export interface OutputPosition {
  readonly position: number;
  readonly vout: number;
}

/** A transaction as walks of one state see it. */
export interface PooledTx {
  readonly tx: FoundTx;
  /** Undefined: it has too many inputs and outputs. */
  readonly pool: CommingledPool | undefined;
  /** Its lots, by id. */
  readonly places: readonly (readonly [string, OutputPosition])[];
  /** What the pool depends on, by `dependency-keys.ts`, and the entities among it. */
  readonly dependencies: readonly bigint[];
  readonly entities: readonly RiskEntity[];
}

/** The number of inputs and outputs of a transaction. */
export const movementsOf = ({ record }: FoundTx): number => record.inputs.length + record.outputs.length;

/** A transaction that is too large to be walked through. */
export const hubOf = (tx: FoundTx): PooledTx => ({
  tx,
  pool: undefined,
  places: [],
  dependencies: [],
  entities: [],
});

/** The outputs that a transaction spends, where they are known. */
export function spentBy({ record }: FoundTx) {
  return record.inputs.flatMap(({ prevout }) => (prevout.kind === 'known' ? [prevout] : []));
}

/**
 * Makes a pool of a transaction. `txidAt`: txids in internal byte order of transactions whose outputs it spends; `ownedBy`:
 * owners by `byteKey`.
 */
export function poolOf(
  tx: FoundTx,
  txidAt: (position: number) => Uint8Array | undefined,
  ownedBy: ReadonlyMap<string, Owned>,
): PooledTx {
  const txid = toDisplayHash(tx.txid);
  const { record, position } = tx;
  const places: (readonly [string, OutputPosition])[] = [];
  const dependencies = new Set<bigint>();
  const entities = new Map<string, RiskEntity>();
  function lotOf(
    transaction: string,
    place: OutputPosition,
    { key, value }: Pick<StoredOutput, 'key' | 'value'>,
  ): Lot {
    const id = `${transaction}:${place.vout}`;
    places.push([id, { position: place.position, vout: place.vout }]);
    const owned = key && ownedBy.get(byteKey(key));
    for (const dependency of owned?.dependencies ?? []) dependencies.add(dependency);
    for (const entity of owned?.entities ?? []) entities.set(entity.id, entity);
    return { id, transaction, amount: value, owner: owned?.owner };
  }
  const pool = bitcoinPool({
    txid,
    coinbase: record.coinbase,
    coinJoin: coinJoinOf(record).is === 'coinjoin',
    inputs: record.coinbase
      ? []
      : record.inputs.map(({ prevout }) => {
          if (prevout.kind !== 'known') return undefined;
          const from = txidAt(prevout.position);
          return from && lotOf(toDisplayHash(from), prevout, prevout);
        }),
    outputs: record.outputs.map((output, vout) => lotOf(txid, { position, vout }, output)),
  });
  return { tx, pool, places, dependencies: [...dependencies], entities: [...entities.values()] };
}
