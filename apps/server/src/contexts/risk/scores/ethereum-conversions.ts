import { convertedMovements, equalBytes, isKnownToken, type Movement, toHex } from '@hopscope/chain';
import { chains } from '@hopscope/domain';
import type { Direction, Lot, LotConversion } from '@hopscope/risk';
import { readAssets, readEthereumBlocks, readEthereumTxs } from '../../../ledger/ethereum/reader.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import {
  blockAt,
  conversionsOfStored,
  movementsOfStored,
} from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import { addressOf } from '../../explorer/ethereum/ethereum-values.ts';
import type { SqlSession } from '../../../db/session.ts';

/** Ether, or a token by its contract. */
export type RiskAsset = 'ether' | Uint8Array;

/**
 * Name of an asset in the paths of scores: `ETH`, or a token's contract with the capitals of EIP-55, after its symbol if it has
 * one.
 */
export function nameOfAsset(asset: RiskAsset, symbol: string | null = null): string {
  if (asset === 'ether') return chains.ethereum.coin.symbol;
  return symbol === null ? addressOf(asset) : `${symbol} ${addressOf(asset)}`;
}

/** Returns the parts of a name that `nameOfAsset` made. */
export function partsOfAssetName(name: string): { symbol: string | null; contract: string | null } {
  if (name === chains.ethereum.coin.symbol) return { symbol: name, contract: null };
  const end = name.lastIndexOf(' ');
  return { symbol: end < 0 ? null : name.slice(0, end), contract: name.slice(end + 1) };
}

/** A transaction that moved several assets, with what its movements became in it. */
interface ConvertingTransaction {
  readonly movements: readonly Movement[];
  readonly converted: ReturnType<typeof convertedMovements>;
  nameOf(movement: Movement): string;
}

/** Makes lots of movements, in order. */
export type LotsOf = (
  asked: readonly { transaction: string; number: number; movement: Movement }[],
) => Promise<readonly Lot[]>;

const several = new WeakMap<readonly Movement[], boolean>();

/** Tests whether a transaction can have converted assets: it moved several. */
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
  /** Positions of transactions that moved several assets, by hash. */
  const positions = new Map<string, number>();
  const read = new Map<string, ConvertingTransaction>();

  async function readTransactions(names: Iterable<string>): Promise<void> {
    const wanted = new Map<number, string>();
    for (const name of names) {
      const position = positions.get(name);
      if (position !== undefined && !read.has(name)) wanted.set(position, name);
    }
    if (wanted.size === 0) return;
    const txs = await readEthereumTxs(session, [...wanted.keys()]);
    const blocks = await readEthereumBlocks(session, [...new Set(txs.map((tx) => heightOf(tx.position)))]);
    const found = txs.map((stored) => ({
      stored,
      movements: movementsOfStored(stored, blockAt(blocks, stored.position)),
    }));
    const tokens = new Map<string, Uint8Array>();
    for (const { movements } of found) {
      for (const { token } of movements) if (token) tokens.set(toHex(token), token);
    }
    const assets = await readAssets(session, [...tokens.values()]);
    for (const { stored, movements } of found) {
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
      read.set(wanted.get(stored.position) ?? '', { movements, converted, nameOf });
    }
  }

  return {
    /** Remembers positions of transactions that moved several assets, by hash. */
    meet(found: Iterable<readonly [string, number]>): void {
      for (const [transaction, position] of found) positions.set(transaction, position);
    },

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
