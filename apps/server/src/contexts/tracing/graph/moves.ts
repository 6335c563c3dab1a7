import type { FlowTransfer } from '@hopscope/contract';
import { chains, type Blockchain } from '@hopscope/domain';
import { heightOf } from '../../../ledger/shared/positions.ts';

type Asset = FlowTransfer['asset'];

/** A transaction as far as its transfers need it. */
export interface MovedBy {
  /** txid or hash, as answers write it. */
  readonly transaction: string;
  readonly position: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** Fee in the chain's own coin; null: unknown. */
  readonly fee: bigint | null;
  readonly coinJoin: boolean;
}

/** One transfer between two addresses. */
export interface Move {
  readonly by: MovedBy;
  /** Output of the transaction, or number of the movement. */
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** The whole output. */
  readonly whole: bigint;
  readonly asset: Asset;
}

const assetOfCoin = (chain: Blockchain): Asset => ({
  chain,
  symbol: chains[chain].coin.symbol,
  contract: null,
  decimals: chains[chain].coin.decimals,
});

/** The coin of each chain as an asset. */
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

/** `<txid>:<output>`, or `<hash>:<number of the movement>`. */
export function utxoKey({ by, number }: Pick<Move, 'by' | 'number'>): string {
  return `${by.transaction}:${number}`;
}

/** A move as the canvas draws it. */
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
