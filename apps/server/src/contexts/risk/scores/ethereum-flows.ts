import { toHex } from '@hopscope/chain';
import { chains } from '@hopscope/domain';
import {
  type AccountEvent,
  type Direction,
  ethereumPool,
  type CommingledPool,
  type Owner,
  type Lot,
  type LotReader,
  receiptsOf,
  type Step,
} from '@hopscope/risk';
import type { MovementRow, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { openMovements } from '../../../ledger/ethereum/history/movement-list.ts';
import {
  readEthereumAccount,
  readEthereumBlocks,
  readEthereumTxs,
  readHoldings,
} from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import {
  findMovements,
  type FoundMovement,
  isOfBlock,
} from '../../explorer/ethereum/ethereum-movement.presenter.ts';
import { movementsOfStored } from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import type { Owners, RiskState } from './owners.ts';

/** Maximum number of assets searched per account. */
const mostHoldings = 10_000;

/** Ether, or a token by its contract. */
export type RiskAsset = 'ether' | Uint8Array;

/** A movement of an account, with its time in seconds since 1970. */
export interface TimedEvent {
  readonly event: AccountEvent;
  readonly transaction: string | null;
  readonly time: number;
}

/** An account's whole past with one asset. */
export interface AccountPast {
  readonly pool: CommingledPool;
  readonly events: readonly TimedEvent[];
}

/**
 * Ethereum's ledger as walks read it, at one state, for one asset: movements are lots, accounts mix them. `movements`:
 * those of an account above which it is not read. `fromGenesis`: accounts had nothing before the lowest block.
 */
export function createEthereumFlows(
  state: RiskState,
  options: { owners: Owners; movements: number; asset: RiskAsset; fromGenesis: boolean },
) {
  const { session, height } = state;
  const { owners, movements, asset, fromGenesis } = options;
  const keys = new Map<string, Uint8Array>();
  const pasts = new Map<string, AccountPast | 'hub' | 'unseen'>();

  async function readRows(key: Uint8Array): Promise<MovementRow[] | 'hub' | 'unseen'> {
    const account = await readEthereumAccount(session, key);
    const list = account && (await openMovements(session, account.id, asset));
    if (!list) return 'unseen';
    const { lo, hi } = list.pair.all;
    if (hi - lo > movements) return 'hub';
    const rows = await list.at(Array.from({ length: hi - lo }, (_, i) => lo + i));
    return rows.filter(({ position }) => heightOf(position) <= height);
  }

  async function findRows(rows: readonly MovementRow[]): Promise<FoundMovement[]> {
    const positions = [...new Set(rows.map(({ position }) => position))];
    const txs = await readEthereumTxs(
      session,
      positions.filter((at) => !isOfBlock(at)),
    );
    const blocks = await readEthereumBlocks(session, [...new Set(positions.map(heightOf))]);
    return findMovements(rows, blocks, new Map(txs.map((tx) => [tx.position, tx])));
  }

  async function ownersOf(found: readonly FoundMovement[]): Promise<ReadonlyMap<string, Owner>> {
    return owners.read(
      found.flatMap(({ movement: { from, to } }) => [...(from ? [from] : []), ...(to ? [to] : [])]),
    );
  }

  function remember(key: Uint8Array, owner: Owner): Owner {
    keys.set(owner.id, key);
    return owner;
  }

  function eventOf(
    { row, movement, stored }: FoundMovement,
    known: ReadonlyMap<string, Owner>,
  ): AccountEvent | undefined {
    const { kind, from, to, amount } = movement;
    if (amount === 0n) return undefined;
    if (kind === 'fee') return { kind: 'fee', amount };
    const payer = from && known.get(byteKey(from));
    const payee = to && known.get(byteKey(to));
    if (!payer || !from || !stored) return { kind: 'made', amount };
    if (!payee || !to) return { kind: 'burnt', amount };
    const transaction = `0x${toHex(stored.tx.hash)}`;
    const lot: Lot = {
      id: `${transaction}:${row.movement}`,
      transaction,
      amount,
      owner: remember(to, payee),
      from: remember(from, payer),
    };
    return { kind: 'transfer', lot };
  }

  async function readPast(owner: Owner): Promise<AccountPast | 'hub' | 'unseen'> {
    const key = keys.get(owner.id);
    const rows = key ? await readRows(key) : 'unseen';
    if (typeof rows === 'string') return rows;
    const found = await findRows(rows);
    const known = await ownersOf(found);
    const events = found.flatMap((movement): TimedEvent[] => {
      const event = eventOf(movement, known);
      const { stored, block } = movement;
      const transaction = stored ? `0x${toHex(stored.tx.hash)}` : null;
      return event ? [{ event, transaction, time: block.header.time }] : [];
    });
    const pool = ethereumPool({
      account: owner.id,
      asset: asset === 'ether' ? chains.ethereum.coin.symbol : `0x${toHex(asset)}`,
      opening: fromGenesis ? 0n : undefined,
      events: events.map(({ event }) => event),
    });
    return { pool, events };
  }

  async function pastOf(owner: Owner): Promise<AccountPast | 'hub' | 'unseen'> {
    const past = pasts.get(owner.id) ?? (await readPast(owner));
    pasts.set(owner.id, past);
    return past;
  }

  async function stepOf(owner: Owner | undefined): Promise<Step> {
    if (!owner) return { is: 'end', end: 'burnt' };
    const past = await pastOf(owner);
    if (past === 'hub') return { is: 'hub' };
    return past === 'unseen' ? { is: 'not_in_ledger' } : { is: 'pool', pool: past.pool };
  }

  const reader: LotReader = {
    async read(lots: readonly Lot[], direction: Direction, signal?: AbortSignal) {
      const steps = new Map<string, Step>();
      for (const lot of lots) {
        signal?.throwIfAborted();
        steps.set(lot.id, await stepOf(direction === 'backward' ? lot.from : lot.owner));
      }
      return steps;
    },
  };

  return {
    reader,

    /** Reads the history of an address; `hub` if it is too long, `unseen` if there is none. */
    past: (key: Uint8Array, owner: Owner): Promise<AccountPast | 'hub' | 'unseen'> =>
      pastOf(remember(key, owner)),

    /** Everything that an account received of the asset; for those that are too long to be read, of now. */
    async received(key: Uint8Array): Promise<bigint> {
      const account = await readEthereumAccount(session, key);
      const holdings = account ? await readHoldings(session, account, { limit: mostHoldings }) : [];
      const wanted = asset === 'ether' ? null : byteKey(asset);
      const holding = holdings.find(
        ({ asset: token }) => (token ? byteKey(token.contract) : null) === wanted,
      );
      return holding?.received ?? 0n;
    },

    /** What a transaction moves between accounts. */
    async transfersOf(stored: StoredEthereumTx): Promise<Lot[]> {
      const blocks = await readEthereumBlocks(session, [heightOf(stored.position)]);
      const block = blocks.get(heightOf(stored.position));
      if (!block) throw new RangeError(`Block ${heightOf(stored.position)} is missing in eth_block`);
      const wanted = asset === 'ether' ? null : byteKey(asset);
      const found = movementsOfStored(stored, block).flatMap((movement, place): FoundMovement[] => {
        if ((movement.token ? byteKey(movement.token) : null) !== wanted) return [];
        const { position } = stored;
        const { amount } = movement;
        const row = {
          sequence: place,
          position,
          movement: place,
          direction: 'self',
          amount,
          spam: null,
        } as const;
        return [{ row, movement, block, stored }];
      });
      const known = await ownersOf(found);
      return found.flatMap((movement) => {
        const event = eventOf(movement, known);
        return event?.kind === 'transfer' ? [event.lot] : [];
      });
    },

    /** What an account received from others, as roots of walks. */
    receipts: ({ pool }: AccountPast, owner: Owner): Lot[] => receiptsOf(pool, owner.id),
  };
}
