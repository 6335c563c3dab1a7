import {
  asksForBitcoin,
  convertedMovements,
  type Crossing,
  equalBytes,
  isKnownToken,
  type Movement,
  toHex,
} from '@hopscope/chain';
import { chains } from '@hopscope/domain';
import type { Direction, Lot, LotConversion } from '@hopscope/risk';
import type { StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { readAssets, readEthereumBlocks, readEthereumTxs } from '../../../ledger/ethereum/reader.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import {
  blockAt,
  conversionsOfStored,
  crossingsOfStored,
  movementsOfStored,
} from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import { addressOf } from '../../explorer/ethereum/ethereum-values.ts';
import { readNamedTxids, readPositionsNaming } from '../../explorer/ethereum/naming-transactions.ts';
import { readRelatedPositions } from '../../explorer/ethereum/related-transactions.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import type { SqlSession } from '../../../db/session.ts';

/** Ether, or a token by its contract. */
export type RiskAsset = 'ether' | Uint8Array;

/**
 * Name of an asset in the paths of scores: `ETH`, or a token's contract with the capitals of EIP-55, after its symbol if it has
 * one. Behind crossings, there is also `BTC`.
 */
export function nameOfAsset(asset: RiskAsset, symbol: string | null = null): string {
  if (asset === 'ether') return chains.ethereum.coin.symbol;
  return symbol === null ? addressOf(asset) : `${symbol} ${addressOf(asset)}`;
}

/** Returns the parts of a name that `nameOfAsset` made. */
export function partsOfAssetName(name: string): { symbol: string | null; contract: string | null } {
  const start = name.lastIndexOf(' ') + 1;
  if (!name.startsWith('0x', start)) return { symbol: name, contract: null };
  return { symbol: start === 0 ? null : name.slice(0, start - 1), contract: name.slice(start) };
}

/** A transaction that moved several assets, with what its movements became in it, or that names one of another chain. */
export interface ConvertingTransaction {
  readonly stored: StoredEthereumTx;
  readonly movements: readonly Movement[];
  readonly crossings: readonly Crossing[];
  readonly converted: ReturnType<typeof convertedMovements>;
  /** Seconds since 1970. */
  readonly time: number;
  nameOf(movement: Movement): string;
}

/** Makes lots of movements, in order. */
export type LotsOf = (
  asked: readonly { transaction: string; number: number; movement: Movement }[],
) => Promise<readonly Lot[]>;

const several = new WeakMap<readonly Movement[], boolean>();

/**
 * Tests whether a transaction can have converted assets: it moved several, paid what a transaction of another chain gave, or asked
 * for a payment on Bitcoin.
 */
export function mayConvert(stored: StoredEthereumTx, movements: readonly Movement[]): boolean {
  if (movesSeveral(movements)) return true;
  return crossingsOfStored(stored).some(
    (each) => each.transaction !== null || each.deposit !== null || asksForBitcoin(each),
  );
}

/** Tests whether a transaction moved more than one asset. */
export function movesSeveral(movements: readonly Movement[]): boolean {
  const known = several.get(movements);
  if (known !== undefined) return known;
  const moved = movements.filter(({ kind, amount }) => kind !== 'fee' && amount > 0n);
  const first = moved[0]?.token ?? null;
  const found = moved.some(({ token }) => (first && token ? !equalBytes(first, token) : first !== token));
  several.set(movements, found);
  return found;
}

/**
 * Reads what lots became within their transactions, or what they were before (docs/concepts/conversions.md). Only ether and
 * known tokens count on the other side: anyone can make a token that is worth nothing, and swap it for stolen funds.
 */
export function createEthereumConversions(
  session: SqlSession,
  { lotsOf, chainId }: { lotsOf: LotsOf; chainId: bigint },
) {
  /** Positions of transactions for which `mayConvert` holds, by hash. */
  const positions = new Map<string, number>();
  const read = new Map<string, ConvertingTransaction>();

  async function readTransactions(names: Iterable<string>): Promise<void> {
    const missing = [...names].flatMap((name) => (read.has(name) ? [] : (positions.get(name) ?? [])));
    if (missing.length > 0) await readAt(missing);
  }

  async function readAt(wanted: readonly number[]): Promise<ConvertingTransaction[]> {
    const txs = await readEthereumTxs(session, wanted);
    const blocks = await readEthereumBlocks(session, [...new Set(txs.map((tx) => heightOf(tx.position)))]);
    const found = txs.map((stored) => {
      const block = blockAt(blocks, stored.position);
      return { stored, time: block.header.time, movements: movementsOfStored(stored, block) };
    });
    const tokens = new Map<string, Uint8Array>();
    for (const { movements } of found) {
      for (const { token } of movements) if (token) tokens.set(toHex(token), token);
    }
    const assets = await readAssets(session, [...tokens.values()]);
    return found.map(({ stored, time, movements }) => {
      // Tokens that imitate others are worth nothing.
      const honest = movements.map(
        (movement): Movement =>
          movement.token && assets.get(toHex(movement.token))?.fake
            ? { ...movement, spam: 'fake_token' }
            : movement,
      );
      const converted = convertedMovements(conversionsOfStored(stored, honest), honest);
      const nameOf = ({ token }: Movement): string =>
        nameOfAsset(token ?? 'ether', token && assets.get(toHex(token))?.symbol);
      const one = { stored, time, movements, crossings: crossingsOfStored(stored), converted, nameOf };
      read.set(`0x${toHex(stored.tx.hash)}`, one);
      return one;
    });
  }

  return {
    /** Remembers positions of transactions for which `mayConvert` holds, by hash. */
    meet(found: Iterable<readonly [string, number]>): void {
      for (const [transaction, position] of found) positions.set(transaction, position);
    },

    /** Reads the transactions of lots, as far as `mayConvert` holds for them. */
    async transactionsOf(lots: readonly Lot[]): Promise<ConvertingTransaction[]> {
      const names = new Set(lots.map(({ transaction }) => transaction));
      await readTransactions(names);
      return [...names].flatMap((name) => read.get(name) ?? []);
    },

    /** Reads transactions up to a height that payouts on Bitcoin can be for, with those that say so. */
    async related(payouts: readonly FoundTx[], height: number): Promise<ConvertingTransaction[]> {
      const wanted = (await readRelatedPositions(session, payouts)).filter((at) => heightOf(at) <= height);
      return wanted.length === 0 ? [] : readAt(wanted);
    },

    /** Reads transactions up to a height that name Bitcoin transactions (txids in internal byte order), or deposits in them. */
    async naming(txids: readonly Uint8Array[], height: number): Promise<ConvertingTransaction[]> {
      const wanted = (await readPositionsNaming(session, txids)).filter((at) => heightOf(at) <= height);
      return wanted.length === 0 ? [] : readAt(wanted);
    },

    /** Returns the Bitcoin transactions (internal byte order) that transactions name, or in which they name deposits. */
    named: (of: readonly ConvertingTransaction[]) =>
      readNamedTxids(
        session,
        of.flatMap(({ crossings }) => crossings),
      ),

    /** Returns conversions by ID of the lot; none for lots of other transactions. */
    async of(lots: readonly Lot[], direction: Direction): Promise<Map<string, LotConversion>> {
      await readTransactions(new Set(lots.map(({ transaction }) => transaction)));
      const found = lots.flatMap((lot) => {
        const { transaction } = lot;
        const number = Number(lot.id.slice(transaction.length + 1));
        const whole = read.get(transaction);
        const movement = whole?.movements[number];
        const parts = whole?.converted(number, direction);
        if (!whole || !movement || !parts) return [];
        const { movements, nameOf } = whole;
        const others = parts.others.flatMap((other) => {
          const of = movements[other.number];
          const by = { transaction, number: other.number, amount: other.amount };
          return of ? [{ ...by, movement: of, asset: nameOf(of) }] : [];
        });
        const asset = nameOf(movement);
        const isWorthless = ({ movement: { token }, asset: name }: (typeof others)[number]): boolean =>
          token !== null && name !== asset && !isKnownToken(token, chainId);
        return others.some(isWorthless) ? [] : [{ lot, asset, parts, others }];
      });
      const made = await lotsOf(found.flatMap(({ others }) => others));
      let next = 0;
      return new Map(
        found.flatMap(({ lot, asset, parts: { basis, total }, others }): [string, LotConversion][] => {
          const sides = others.flatMap((other) => {
            const otherLot = made[next++];
            return otherLot ? [{ lot: otherLot, asset: other.asset, amount: other.amount }] : [];
          });
          return sides.length > 0 ? [[lot.id, { asset, basis, total, others: sides }]] : [];
        }),
      );
    },
  };
}
