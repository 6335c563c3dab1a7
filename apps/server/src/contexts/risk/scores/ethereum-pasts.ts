import { fromHex, type Movement, toHex } from '@hopscope/chain';
import { type AccountEvent, type CommingledPool, ethereumPool, type Lot, type Owner } from '@hopscope/risk';
import type { SqlSession } from '../../../db/session.ts';
import { readNewestMovements } from '../../../ledger/ethereum/accounts/many-movements.ts';
import type { MovementRow, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { readEthereumBlocks, readEthereumTxs } from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import type { CrossedTransaction } from '../../explorer/bitcoin/bitcoin-payouts.ts';
import { crossingOfMovement } from '../../explorer/ethereum/crossing-of-movement.ts';
import { crossingsOfStored } from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import {
  findMovements,
  type FoundMovement,
  isOfBlock,
} from '../../explorer/ethereum/ethereum-movement.presenter.ts';
import type { RiskEntity } from './entity-facts.ts';
import { mayConvert, nameOfAsset, type RiskAsset } from './ethereum-conversions.ts';
import type { Owned, OwnersReader } from './owners.ts';

/** A movement of an account, with its time in seconds since 1970. */
export interface TimedEvent {
  readonly event: AccountEvent;
  readonly transaction: string | null;
  readonly time: number;
  /** True if the movement left for another chain, as the contract of a known bridge states. */
  readonly crossed: boolean;
}

/** An account's whole past with one asset. */
export interface AccountPast {
  readonly pool: CommingledPool;
  readonly events: readonly TimedEvent[];
}

/** The past of an account as walks of one state see it. */
export interface PooledAccount {
  /** `hub`: it has too many movements; `unseen`: it never moved the asset. */
  readonly past: AccountPast | 'hub' | 'unseen';
  /** Positions of its transactions for which `mayConvert` holds, by hash. */
  readonly converting: readonly (readonly [string, number])[];
  /** What the past depends on, by `dependency-keys.ts`, and the entities among it. */
  readonly dependencies: readonly bigint[];
  readonly entities: readonly RiskEntity[];
}

/** An account, by its address in display format, and one asset. */
export interface PastWanted {
  readonly address: string;
  readonly asset: RiskAsset;
}

export interface PastLimits {
  /** Newest block that counts. */
  readonly height: number;
  /** Movements above which an account is not read. */
  readonly movements: number;
  /** Accounts had nothing before the lowest block. */
  readonly fromGenesis: boolean;
}

/** Accounts whose movements are looked up together, and movements whose transactions are in memory at a time. */
const [accountsPerRead, rowsPerRead] = [100, 2000];

const assets = new WeakMap<Lot, RiskAsset>();

/** Returns the asset of a lot that `ethereumLot` made. */
export const assetOfLot = (lot: Lot): RiskAsset => assets.get(lot) ?? 'ether';

/** Makes a lot of a movement: without `from` for created tokens, without owner for destroyed ones. */
export function ethereumLot(
  transaction: string,
  number: number,
  { from, to, token, amount }: Movement,
  owners: ReadonlyMap<string, Owner>,
): Lot {
  const payer = from && owners.get(byteKey(from));
  const payee = to && owners.get(byteKey(to));
  const id = `${transaction}:${number}`;
  const lot: Lot = { id, transaction, amount, owner: payee ?? undefined, ...(payer && { from: payer }) };
  assets.set(lot, token ?? 'ether');
  return lot;
}

/** Returns the accounts of both sides. */
export const sidesOf = ({ from, to }: Movement): Uint8Array[] => [
  ...(from ? [from] : []),
  ...(to ? [to] : []),
];

/** Returns a movement as an event of its account. Tokens that conversions may have created or destroyed are lots. */
export function ethereumEvent(
  { row, movement, movements, stored }: Omit<FoundMovement, 'row'> & { row: Pick<MovementRow, 'movement'> },
  owners: ReadonlyMap<string, Owner>,
): AccountEvent | undefined {
  const { kind, from, to, token, amount } = movement;
  if (amount === 0n) return undefined;
  if (kind === 'fee') return { kind: 'fee', amount };
  if (!stored) return { kind: 'made', amount };
  const converts = token !== null && (!from || !to) && mayConvert(stored, movements);
  if (!from && !converts) return { kind: 'made', amount };
  if (!to && !converts) return { kind: 'burnt', amount };
  const transaction = `0x${toHex(stored.tx.hash)}`;
  return { kind: 'transfer', lot: ethereumLot(transaction, row.movement, movement, owners) };
}

function pooled(
  { address, asset }: PastWanted,
  found: readonly FoundMovement[],
  ownedBy: ReadonlyMap<string, Owned>,
  { fromGenesis }: PastLimits,
): PooledAccount {
  const converting = new Map<string, number>();
  const dependencies = new Set<bigint>();
  const entities = new Map<string, RiskEntity>();
  const owners = new Map<string, Owner>();
  const crossings = new Map<number, CrossedTransaction>();
  const crossedBy = (stored: StoredEthereumTx): CrossedTransaction => {
    const known = crossings.get(stored.position) ?? { stored, crossings: crossingsOfStored(stored) };
    crossings.set(stored.position, known);
    return known;
  };
  const events = found.flatMap((each): TimedEvent[] => {
    const { stored, block, movement, movements } = each;
    for (const side of sidesOf(movement)) {
      const name = byteKey(side);
      const owned = owners.has(name) ? undefined : ownedBy.get(name);
      if (!owned) continue;
      owners.set(name, owned.owner);
      for (const dependency of owned.dependencies) dependencies.add(dependency);
      for (const entity of owned.entities) entities.set(entity.id, entity);
    }
    const transaction = stored ? `0x${toHex(stored.tx.hash)}` : null;
    if (stored && transaction !== null && !converting.has(transaction) && mayConvert(stored, movements)) {
      converting.set(transaction, stored.position);
    }
    const event = ethereumEvent(each, owners);
    const crossed = stored !== undefined && crossingOfMovement(crossedBy(stored), movement) !== undefined;
    return event ? [{ event, transaction, time: block.header.time, crossed }] : [];
  });
  const pool = ethereumPool({
    account: address,
    asset: nameOfAsset(asset),
    opening: fromGenesis ? 0n : undefined,
    events: events.map(({ event }) => event),
  });
  return {
    past: { pool, events },
    converting: [...converting],
    dependencies: [...dependencies],
    entities: [...entities.values()],
  };
}

const without = (past: 'hub' | 'unseen'): PooledAccount => ({
  past,
  converting: [],
  dependencies: [],
  entities: [],
});

async function readRows(session: SqlSession, rows: readonly MovementRow[]): Promise<FoundMovement[]> {
  const positions = [...new Set(rows.map(({ position }) => position))];
  const txs = await readEthereumTxs(
    session,
    positions.filter((at) => !isOfBlock(at)),
  );
  const blocks = await readEthereumBlocks(session, [...new Set(positions.map(heightOf))]);
  return findMovements(rows, blocks, new Map(txs.map((tx) => [tx.position, tx])));
}

/** Reads the pasts of accounts, a few queries for many of them. */
export async function readPasts(
  session: SqlSession,
  wanted: ReadonlyMap<string, PastWanted>,
  limits: PastLimits,
  readOwners: OwnersReader,
): Promise<Map<string, PooledAccount>> {
  const pasts = new Map<string, PooledAccount>();
  const all = [...wanted];
  for (let first = 0; first < all.length; first += accountsPerRead) {
    const part = all.slice(first, first + accountsPerRead);
    const moved = await readNewestMovements(
      session,
      part.map(([, { address, asset }]) => ({ key: fromHex(address.slice(2).toLowerCase()), asset })),
      limits.movements,
      { orNone: true },
    );
    const open: { name: string; wanted: PastWanted; rows: MovementRow[] }[] = [];
    for (const [i, [name, one]] of part.entries()) {
      const { total, rows } = moved[i] ?? { total: 0, rows: undefined };
      if (!rows) pasts.set(name, without('unseen'));
      else if (total > limits.movements) pasts.set(name, without('hub'));
      else {
        const then = rows.filter(({ position }) => heightOf(position) <= limits.height);
        open.push({ name, wanted: one, rows: then });
      }
    }
    while (open.length > 0) {
      const now: typeof open = [];
      for (let rows = 0; open.length > 0 && rows < rowsPerRead; ) {
        const next = open.shift();
        if (!next) break;
        now.push(next);
        rows += next.rows.length;
      }
      const found = await readRows(
        session,
        now.flatMap(({ rows }) => rows),
      );
      const ownedBy = await readOwners(found.flatMap(({ movement }) => sidesOf(movement)));
      let place = 0;
      for (const { name, wanted: one, rows } of now) {
        pasts.set(name, pooled(one, found.slice(place, place + rows.length), ownedBy, limits));
        place += rows.length;
      }
    }
  }
  return pasts;
}
