import type { FlowTransfer } from '@hopscope/contract';
import { chains, type Blockchain } from '@hopscope/domain';
import { heightOf } from '../../../ledger/shared/positions.ts';

type Asset = FlowTransfer['asset'];

/** The fields of a transaction that its transfers need. */
export interface MovedBy {
  /** Txid or hash, as in answers. */
  readonly transaction: string;
  readonly position: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** Fee in the native coin; null: unknown. */
  readonly fee: bigint | null;
  readonly coinJoin: boolean;
}

/** A transfer between two addresses. */
export interface Move {
  readonly by: MovedBy;
  /** Output of the transaction, or number of the movement. */
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** Amount of the whole output. */
  readonly whole: bigint;
  readonly asset: Asset;
}

const assetOfCoin = (chain: Blockchain): Asset => ({
  chain,
  symbol: chains[chain].coin.symbol,
  contract: null,
  decimals: chains[chain].coin.decimals,
});

/** The native coin of each chain as an asset. */
export const coinAssets: Readonly<Record<Blockchain, Asset>> = {
  bitcoin: assetOfCoin('bitcoin'),
  ethereum: assetOfCoin('ethereum'),
};

export function nodeId(chain: Asset['chain'], address: string): string {
  return `${chain}:${address}`;
}

export function assetName({ chain, contract }: Asset): string {
  return contract ?? chain;
}

/** Returns `<txid>:<output>`, or `<hash>:<number of the movement>`. */
export function utxoKey({ by, number }: Pick<Move, 'by' | 'number'>): string {
  return `${by.transaction}:${number}`;
}

/** Returns a move as drawn on the canvas. */
export function presentMove(move: Move): FlowTransfer {
  const { by, amount, whole, asset } = move;
  const [from, to] = [nodeId(asset.chain, move.from), nodeId(asset.chain, move.to)];
  const key = utxoKey(move);
  return {
    kind: 'connection',
    id: `${key}|${from}|${to}`,
    from,
    to,
    amount: String(amount),
    whole: String(whole),
    asset,
    time: by.time,
    height: heightOf(by.position),
    transaction: by.transaction,
    utxoKey: key,
    fee: by.fee === null ? null : String(by.fee),
    color: null,
  };
}
