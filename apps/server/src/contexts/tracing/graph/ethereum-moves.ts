import { fromHex, type Movement, toHex } from '@hopscope/chain';
import type { FlowTransfer } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import type { AssetRow, MovementRow } from '../../../ledger/ethereum/model.ts';
import { readAssets, readEthereumBlocks, readEthereumTxs } from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import {
  findMovements,
  type FoundMovement,
  isOfBlock,
} from '../../explorer/ethereum/ethereum-movement.presenter.ts';
import { addressOf, hexOf } from '../../explorer/ethereum/ethereum-values.ts';
import { coinAssets, type Move, type MovedBy } from './moves.ts';

type Asset = FlowTransfer['asset'];

/** Returns a symbol that is safe to show: a contract can call its token anything. */
function symbolOf({ symbol, contract }: AssetRow): string {
  const shown = (symbol ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return shown === '' ? `${addressOf(contract).slice(0, 10)}…` : shown.slice(0, 40);
}

/** Returns the asset of a movement; unknown decimals are 0, so that amounts are in base units. */
export function assetOf(token: Uint8Array | null, assets: ReadonlyMap<string, AssetRow>): Asset {
  if (!token) return coinAssets.ethereum;
  const row = assets.get(toHex(token));
  const contract = addressOf(token);
  if (!row) return { chain: 'ethereum', symbol: `${contract.slice(0, 10)}…`, contract, decimals: 0 };
  const decimals = row.standard === 'erc20' ? (row.decimals ?? 0) : 0;
  return { chain: 'ethereum', symbol: symbolOf(row), contract, decimals };
}

/** Asset name: `ethereum` for ether, or else the contract with the capitals of EIP-55. */
export const ether = 'ethereum';

/** Tests for a movement with an amount above 0 between accounts, or one that creates or destroys tokens. */
export function isLot({ kind, from, to, token, amount }: Movement): boolean {
  if (amount === 0n || kind === 'fee' || kind === 'reward' || kind === 'withdrawal') return false;
  return token ? from !== null || to !== null : from !== null && to !== null;
}

/** Returns an asset by its name. */
export function keyOf(asset: string): 'ether' | Uint8Array {
  return asset === ether ? 'ether' : fromHex(asset.slice(2).toLowerCase());
}

/** Returns the name of a token, or of ether. */
export const nameOfToken = (token: Uint8Array | null): string => (token ? addressOf(token) : ether);

/** Tests for a transfer between two accounts with an amount above 0. */
export function isTransfer({ kind, from, to, amount }: Movement): boolean {
  return (
    (kind === 'transfer' || kind === 'internal' || kind === 'token') &&
    from !== null &&
    to !== null &&
    amount > 0n
  );
}

/** Returns the fee of a transaction from its movements. */
export const feeIn = (movements: readonly Movement[]): bigint =>
  movements.reduce((sum, { kind, amount }) => (kind === 'fee' ? sum + amount : sum), 0n);

/** Returns rows of an account's list with their movements, the assets of their tokens, and their transactions. */
export async function readFound(
  session: SqlSession,
  rows: readonly MovementRow[],
): Promise<{ found: FoundMovement[]; assets: Map<string, AssetRow> }> {
  const positions = [...new Set(rows.map(({ position }) => position))];
  const txs = await readEthereumTxs(
    session,
    positions.filter((at) => !isOfBlock(at)),
  );
  const blocks = await readEthereumBlocks(session, positions.map(heightOf));
  const found = findMovements(rows, blocks, new Map(txs.map((tx) => [tx.position, tx])));
  const tokens = new Map(
    found.flatMap(({ movement: { token } }) => (token ? [[byteKey(token), token] as const] : [])),
  );
  return { found, assets: await readAssets(session, [...tokens.values()]) };
}

/** Returns the moves of movements, without those that aren't transfers. */
export function movesOf(found: readonly FoundMovement[], assets: ReadonlyMap<string, AssetRow>): Move[] {
  const known = new Map<number, MovedBy>();
  return found.flatMap(({ row, movement, movements, block, stored }): Move[] => {
    if (!stored || !isTransfer(movement) || !movement.from || !movement.to) return [];
    const by = known.get(row.position) ?? {
      transaction: hexOf(stored.tx.hash),
      position: row.position,
      time: block.header.time,
      fee: feeIn(movements),
      coinJoin: false,
    };
    known.set(row.position, by);
    const { amount } = movement;
    return [
      {
        by,
        number: row.movement,
        from: addressOf(movement.from),
        to: addressOf(movement.to),
        amount,
        whole: amount,
        asset: assetOf(movement.token, assets),
      },
    ];
  });
}
