import { type Crossing, fromHex, givenMovements, paidMovement } from '@hopscope/chain';
import type { FlowTransfer } from '@hopscope/contract';
import {
  type AccountEvent,
  type Direction,
  ethereumPool,
  type CommingledPool,
  type LotConversion,
  type Owner,
  type Lot,
  type Step,
} from '@hopscope/risk';
import { firstNot } from '../../../lib/first-not.ts';
import type { AssetRow, MovementRow } from '../../../ledger/ethereum/model.ts';
import { readNewestMovements } from '../../../ledger/ethereum/accounts/many-movements.ts';
import { openMovements } from '../../../ledger/ethereum/history/movement-list.ts';
import {
  readAssets,
  readEthereumAccount,
  readEthereumBlocks,
  readEthereumTxByHash,
  readEthereumTxs,
} from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { crossingOfMovement } from '../../explorer/ethereum/crossing-of-movement.ts';
import type { FoundMovement } from '../../explorer/ethereum/ethereum-movement.presenter.ts';
import {
  crossingsOfStored,
  movementsOfStored,
} from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import { addressOf, hexOf } from '../../explorer/ethereum/ethereum-values.ts';
import { readNamedTxids, readPositionsNaming } from '../../explorer/ethereum/naming-transactions.ts';
import { readRelatedPositions } from '../../explorer/ethereum/related-transactions.ts';
import { assetOf, ether, feeIn, isLot, keyOf, nameOfToken, readFound } from './ethereum-moves.ts';
import { type EthereumFollow, mostEntries, mostRoots } from './follow-ledger.ts';
import { conversionReader, type FullTransaction } from './full-transaction.ts';
import { coinAssets, type MovedBy } from './moves.ts';
import type { TracingSnapshot } from './open-tracing.ts';

type Past = CommingledPool | 'hub' | 'unseen';

/** A transfer that the trace has reached. */
interface Visited {
  readonly by: MovedBy;
  readonly number: number;
  readonly asset: string;
}

/**
 * Reads Ethereum's ledger for traces: movements are lots, an account with one asset is a pool. Takes a few queries per
 * round of lots. `conversions`: follows amounts that become other assets within a transaction.
 */
export function createEthereumFollow(
  tracing: TracingSnapshot,
  { asset: asked, conversions }: { asset: string; conversions: boolean },
): EthereumFollow {
  const { session, owners, height, fromGenesis, newest } = tracing;
  const pasts = new Map<string, Past>();
  const visited = new Map<string, Visited>();
  const wholes = new Map<string, FullTransaction>();
  const byPosition = new Map<number, FullTransaction>();
  /** Those that the trace has reached, in order: not those that were only looked up. */
  const reached = new Set<FullTransaction>();
  const keys = new Map<string, Uint8Array>();
  const assets = new Map<string, FlowTransfer['asset']>([[ether, coinAssets.ethereum]]);
  const known = new Map<string, Owner>();
  /** Tokens that imitate others, by byte key. */
  const fakes = new Set<string>();
  const { convertedIn, convertedOf } = conversionReader(fakes);
  let passed = 0;

  function remember(rows: ReadonlyMap<string, AssetRow>): void {
    for (const row of rows.values()) {
      const name = addressOf(row.contract);
      if (!assets.has(name)) assets.set(name, assetOf(row.contract, rows));
      if (row.fake) fakes.add(byteKey(row.contract));
    }
  }

  /** Remembers transactions; returns each once. */
  function meet(
    found: readonly Pick<FoundMovement, 'stored' | 'block' | 'movements'>[],
  ): Set<FullTransaction> {
    const seen = new Set<FullTransaction>();
    for (const { stored, block, movements } of found) {
      if (!stored) continue;
      const { position } = stored;
      let full = byPosition.get(position);
      if (!full) {
        const transaction = hexOf(stored.tx.hash);
        const by = { transaction, position, time: block.header.time, fee: feeIn(movements), coinJoin: false };
        full = { by, movements, stored, crossings: crossingsOfStored(stored) };
        wholes.set(transaction, full);
        byPosition.set(position, full);
      }
      seen.add(full);
    }
    return seen;
  }

  function reach(found: Parameters<typeof meet>[0]): Set<FullTransaction> {
    const seen = meet(found);
    for (const full of seen) reached.add(full);
    return seen;
  }

  /** Reads transactions at positions up to the height, with their movements and owners. */
  async function readAt(positions: readonly number[]): Promise<FullTransaction[]> {
    const wanted = [...new Set(positions)].filter((position) => heightOf(position) <= height);
    if (wanted.length === 0) return [];
    const [txs, blocks] = await Promise.all([
      readEthereumTxs(session, wanted),
      readEthereumBlocks(session, wanted.map(heightOf)),
    ]);
    const found = txs.flatMap((stored) => {
      const block = blocks.get(heightOf(stored.position));
      return block ? [{ stored, block, movements: movementsOfStored(stored, block) }] : [];
    });
    const seen = meet(found);
    await readSides(seen);
    return [...seen];
  }

  async function naming(txids: readonly Uint8Array[]): Promise<FullTransaction[]> {
    return readAt(await readPositionsNaming(session, txids));
  }

  function named(txs: readonly Pick<FullTransaction, 'crossings'>[]): Promise<Uint8Array[]> {
    return readNamedTxids(
      session,
      txs.flatMap(({ crossings }) => crossings),
    );
  }

  async function find(hashes: readonly Uint8Array[]): Promise<FullTransaction[]> {
    const found = await Promise.all(hashes.map((hash) => readEthereumTxByHash(session, hash)));
    return readAt(found.flatMap((stored) => stored?.position ?? []));
  }

  /** Returns movements of a transaction that are lots, with their assets. */
  function lotsAt(full: FullTransaction, numbers: readonly number[]) {
    return numbers.flatMap((number) => {
      const lot = lotOf(full, number);
      return lot ? [{ lot, asset: nameOfToken(full.movements[number]?.token ?? null) }] : [];
    });
  }

  function payoutOf(transaction: string, made: Crossing) {
    const full = wholes.get(transaction);
    const number = full && paidMovement(full.movements, made);
    return full && number !== undefined ? lotsAt(full, [number])[0] : undefined;
  }

  /** Reads accounts and tokens of all movements of reached transactions, with their owners and names. */
  async function readSides(transactions: Iterable<FullTransaction>): Promise<void> {
    const wanted = new Map<string, Uint8Array>();
    const tokens = new Map<string, Uint8Array>();
    for (const { movements } of transactions) {
      for (const { from, to, token } of movements) {
        for (const side of [from, to]) if (side && !known.has(byteKey(side))) wanted.set(byteKey(side), side);
        if (token && !tokens.has(byteKey(token)) && !assets.has(addressOf(token))) {
          tokens.set(byteKey(token), token);
        }
      }
    }
    remember(await readAssets(session, [...tokens.values()]));
    const read = await owners.read(wanted.values());
    for (const [name, key] of wanted) {
      const owner = read.get(name);
      if (!owner) continue;
      known.set(name, owner);
      keys.set(owner.address, key);
    }
  }

  /** Returns a movement as a lot: without `from` for created tokens, without owner for destroyed ones. Undefined for others. */
  function lotOf({ by, movements }: FullTransaction, number: number): Lot | undefined {
    const movement = movements[number];
    if (!movement || !isLot(movement)) return undefined;
    const from = movement.from && known.get(byteKey(movement.from));
    const owner = movement.to && known.get(byteKey(movement.to));
    if (from === undefined || owner === undefined) return undefined;
    const id = `${by.transaction}:${number}`;
    visited.set(id, { by, number, asset: nameOfToken(movement.token) });
    return {
      id,
      transaction: by.transaction,
      amount: movement.amount,
      owner: owner ?? undefined,
      ...(from && { from }),
    };
  }

  function eventOf({ row, movement, stored }: FoundMovement): AccountEvent | undefined {
    const { kind, from, to, amount } = movement;
    if (amount === 0n) return undefined;
    const full = stored && byPosition.get(stored.position);
    const at = full ? { transaction: full.by.transaction } : {};
    if (kind === 'fee') return { kind: 'fee', amount, ...at };
    // Created and destroyed tokens are lots, so that conversions continue in them.
    if (!stored || (!from && !movement.token)) return { kind: 'made', amount, ...at };
    if (!to && !movement.token) return { kind: 'burnt', amount, ...at };
    const lot = full && lotOf(full, row.movement);
    return lot && { kind: 'transfer', lot };
  }

  /** Returns the newest rows of an account up to the height, and the number of rows up to it. */
  async function rowsThen(
    id: bigint,
    asset: string,
    most: number,
  ): Promise<{ rows: MovementRow[]; of: number }> {
    const list = await openMovements(session, id, keyOf(asset));
    if (!list) return { rows: [], of: 0 };
    const { lo, hi } = list.pair.all;
    const of = await firstNot(hi - lo, async (place) => {
      const [row] = await list.at([lo + place]);
      return row !== undefined && heightOf(row.position) <= height;
    });
    const from = Math.max(0, of - most);
    return { rows: await list.at(Array.from({ length: of - from }, (_, i) => lo + from + i)), of };
  }

  async function readPasts(wanted: readonly { address: string; asset: string }[]): Promise<void> {
    const missing = wanted.filter(({ address, asset }) => !pasts.has(`${address} ${asset}`));
    if (missing.length === 0) return;
    const asks = missing.map(({ address, asset }) => ({
      key: keys.get(address) ?? fromHex(address.slice(2).toLowerCase()),
      asset: keyOf(asset),
    }));
    const found = await readNewestMovements(session, asks, mostEntries + 1);
    const rowsOf: (readonly MovementRow[] | 'hub' | 'unseen')[] = [];
    for (const [i, one] of found.entries()) {
      if (!one) rowsOf.push('unseen');
      else if (one.total <= mostEntries) {
        rowsOf.push(one.rows.filter(({ position }) => heightOf(position) <= height));
      } else if (newest) rowsOf.push('hub');
      else {
        const then = await rowsThen(one.account.id, missing[i]?.asset ?? ether, mostEntries);
        rowsOf.push(then.of > mostEntries ? 'hub' : then.rows);
      }
    }
    const all = await readFound(
      session,
      rowsOf.flatMap((rows) => (typeof rows === 'string' ? [] : rows)),
    );
    await readSides(reach(all.found));
    const byRow = new Map(all.found.map((one) => [one.row, one]));
    rowsOf.forEach((rows, i) => {
      const { address, asset } = missing[i] ?? { address: '', asset: '' };
      if (typeof rows === 'string') {
        pasts.set(`${address} ${asset}`, rows);
        return;
      }
      const events = rows.flatMap((row) => {
        const one = byRow.get(row);
        return (one && eventOf(one)) ?? [];
      });
      const opening = fromGenesis ? 0n : undefined;
      pasts.set(`${address} ${asset}`, ethereumPool({ account: address, asset, opening, events }));
    });
  }

  function stepOf(owner: Owner | undefined, asset: string, direction: Direction): Step {
    if (!owner) return { is: 'end', end: direction === 'forward' ? 'burnt' : 'mined' };
    const past = pasts.get(`${owner.address} ${asset}`) ?? 'unseen';
    if (past === 'hub') return { is: 'hub' };
    return past === 'unseen' ? { is: 'not_in_ledger' } : { is: 'pool', pool: past };
  }

  function crossing(lot: Lot): number | undefined {
    const full = wholes.get(lot.transaction);
    const movement = full?.movements[visited.get(lot.id)?.number ?? -1];
    return full && movement && crossingOfMovement(full, movement)?.logIndex;
  }

  function conversion(lot: Lot, direction: Direction): LotConversion | undefined {
    const full = wholes.get(lot.transaction);
    const number = visited.get(lot.id)?.number;
    if (!full || number === undefined) return undefined;
    const asset = nameOfToken(full.movements[number]?.token ?? null);
    const found = convertedIn(full)(number, direction);
    const others = found?.others.flatMap(({ number: other, amount }) => {
      const movement = full.movements[other];
      const made = movement && lotOf(full, other);
      return made ? [{ lot: made, asset: nameOfToken(movement.token), amount }] : [];
    });
    return found && others && others.length > 0 ? { asset, ...found, others } : undefined;
  }

  return {
    reader: {
      async read(lots, direction, signal) {
        const sides = lots.map((lot) => ({
          lot,
          owner: direction === 'backward' ? lot.from : lot.owner,
          asset: visited.get(lot.id)?.asset ?? asked,
        }));
        signal?.throwIfAborted();
        await readPasts(
          sides.flatMap(({ owner, asset }) => (owner ? [{ address: owner.address, asset }] : [])),
        );
        return new Map(sides.map(({ lot, owner, asset }) => [lot.id, stepOf(owner, asset, direction)]));
      },
      ...(conversions && { conversion }),
      crossing,
    },
    async roots({ key, address }, { transactions, within }) {
      keys.set(address, key);
      const account = await readEthereumAccount(session, key);
      const { rows, of } = account ? await rowsThen(account.id, asked, mostRoots) : { rows: [], of: 0 };
      const read = await readFound(session, rows);
      await readSides(reach(read.found));
      const owner = (await owners.read([key])).get(byteKey(key));
      if (!owner) throw new Error('The owner of a start is missing');
      const wanted = transactions && new Set(transactions.map((each) => each.toLowerCase()));
      const lots = read.found.flatMap((one) => {
        const event = eventOf(one);
        if (event?.kind !== 'transfer') return [];
        const { lot } = event;
        const inside = within.has(one.block.header.time) && (!wanted || wanted.has(lot.transaction));
        const others = lot.from && lot.from.address !== address;
        return inside && others && lot.owner?.address === address ? [lot] : [];
      });
      if (asked !== ether && !assets.has(asked)) {
        remember(await readAssets(session, [fromHex(asked.slice(2).toLowerCase())]));
      }
      return { owner, lots, scanned: { transactions: rows.length, of } };
    },
    timeOf: ({ id }) => visited.get(id)?.by.time,
    crossingOf: (transaction, number) =>
      wholes.get(transaction)?.crossings.find(({ logIndex }) => logIndex === number),
    moveOf(lot, from, to) {
      const facts = visited.get(lot.id);
      if (!facts) return undefined;
      const asset = assets.get(facts.asset) ?? coinAssets.ethereum;
      const { amount } = lot;
      return { by: facts.by, number: facts.number, from, to, amount, whole: amount, asset };
    },
    assetOf: (name) => assets.get(name) ?? assetOf(fromHex(name.slice(2).toLowerCase()), new Map()),
    convertedOf(transaction, ...about) {
      const full = wholes.get(transaction);
      return full && convertedOf(full, ...about);
    },
    reached() {
      const fresh = [...reached].slice(passed);
      passed += fresh.length;
      return fresh;
    },
    naming,
    named,
    find,
    related: async (payouts) => readAt(await readRelatedPositions(session, payouts)),
    payoutOf,
    givenFor(transaction, made) {
      const full = wholes.get(transaction);
      return full ? lotsAt(full, givenMovements(full.movements, made)) : [];
    },
  };
}
