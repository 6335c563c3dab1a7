import type { AddressTransactionView, EthereumMovementView } from '@hopscope/contract';
import { type Coin, chains } from '@hopscope/domain';

/** A counterparty of a row and its amount; null: unknown. */
export interface Side {
  /** null: no address, or unknown. */
  readonly address: string | null;
  readonly amount: bigint | null;
}

/** A row of an address's history, the same for both chains. */
export interface HistoryRow {
  readonly key: string;
  /** null: part of the block, such as a reward. */
  readonly txid: string | null;
  readonly block: number;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly direction: 'in' | 'out' | 'self';
  /** Without sign, in the smallest unit of `coin`. */
  readonly amount: bigint;
  readonly coin: Coin;
  /** Moves the native coin and is not a fee. */
  readonly ofChain: boolean;
  readonly sides: readonly Side[];
  /** The response omitted part of the other side. */
  readonly more: boolean;
  /** Label if there is no other address. */
  readonly words: string;
  /** Fee of the whole transaction; null: unknown. */
  readonly fee: bigint | null;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

function sidesOfBitcoin(tx: AddressTransactionView, own: string): Side[] {
  if (tx.direction === 'in') {
    if (tx.coinbase) return [];
    return tx.inputs
      .filter(({ addr }) => addr !== own)
      .map(({ addr, amt }) => ({ address: addr, amount: amt === null ? null : BigInt(amt) }));
  }
  // Outputs back to an address that paid are change.
  const payers = new Set(tx.inputs.map(({ addr }) => addr));
  return tx.outputs
    .filter(
      ({ addr, script_type }) =>
        addr !== own && script_type !== 'op_return' && (addr === null || !payers.has(addr)),
    )
    .map(({ addr, amt }) => ({ address: addr, amount: BigInt(amt) }));
}

/** Converts a Bitcoin transaction to a row: net amount and counterparties. */
export function bitcoinRow(tx: AddressTransactionView, own: string): HistoryRow {
  return {
    key: `${tx.block}-${tx.txid}`,
    txid: tx.txid,
    block: tx.block,
    timestamp: tx.timestamp,
    direction: tx.direction,
    amount: magnitude(BigInt(tx.net)),
    coin: chains.bitcoin.coin,
    ofChain: true,
    sides: sidesOfBitcoin(tx, own),
    more: tx.truncated,
    words: tx.coinbase ? 'Newly created coins' : tx.direction === 'self' ? 'Same address' : 'Unknown',
    fee: tx.fee_amt === null ? null : BigInt(tx.fee_amt),
  };
}

function wordsOf({ kind, direction }: EthereumMovementView): string {
  if (direction === 'self') return 'Same address';
  if (kind === 'fee') return direction === 'in' ? 'Block fees' : 'Network fee';
  if (kind === 'reward') return 'New ether';
  if (kind === 'withdrawal') return 'Beacon chain';
  if (kind === 'seizure') return 'Destroyed by the issuer';
  if (kind === 'wrap') return direction === 'in' ? 'Wrapped ether' : 'Unwrapped ether';
  return direction === 'in' ? 'Newly created' : 'Burned';
}

/** Converts an Ethereum movement to a row: one movement of one asset. */
export function ethereumRow(row: EthereumMovementView): HistoryRow {
  const other = row.direction === 'in' ? row.from : row.direction === 'out' ? row.to : null;
  const { contract, symbol, decimals } = row.asset;
  return {
    key: String(row.sequence),
    txid: row.txid,
    block: row.block,
    timestamp: row.timestamp,
    direction: row.direction,
    amount: BigInt(row.amt),
    coin: contract === null ? chains.ethereum.coin : { symbol: symbol ?? 'tokens', decimals: decimals ?? 0 },
    ofChain: contract === null && row.kind !== 'fee',
    sides: other === null ? [] : [{ address: other, amount: BigInt(row.amt) }],
    more: false,
    words: wordsOf(row),
    fee: null,
  };
}

/** Returns the distinct known addresses of the counterparties, in order. */
export function othersOf({ sides }: Pick<HistoryRow, 'sides'>): string[] {
  return [...new Set(sides.flatMap(({ address }) => address ?? []))];
}

/** page sizes of the history, the first by default. */
export const historyPageSizes = [5, 8, 12] as const;
export const historyFilters = ['all', 'in', 'out'] as const;
export type HistoryFilter = (typeof historyFilters)[number];

/** Filters rows by direction. */
export function filterHistory(rows: readonly HistoryRow[], filter: HistoryFilter): HistoryRow[] {
  return rows.filter(({ direction }) => filter === 'all' || direction === filter);
}
