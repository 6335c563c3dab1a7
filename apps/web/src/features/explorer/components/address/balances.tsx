import type { AssetView } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { Amount, UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import type { useBalanceHistory } from '../../api/address-activity.ts';
import { AssetAmount } from '../ethereum/assets.tsx';

/** Asset of balances: bitcoin, ether, or a token; null: a token that is not in the ledger. */
export type BalanceAsset = 'bitcoin' | AssetView | null;

type History = NonNullable<ReturnType<typeof useBalanceHistory>['data']>;

/** Returns the asset of a balance history. */
export function assetOf(history: History): BalanceAsset {
  return history.blockchain === 'ethereum' ? history.asset : 'bitcoin';
}

/** Returns whether balances are those of a token. */
export function isToken(asset: BalanceAsset): boolean {
  return asset !== 'bitcoin' && asset?.contract !== null;
}

/** A balance or a sum of movements in its asset; null: unknown. */
export function Balance({ asset, amount }: { asset: BalanceAsset; amount: bigint | null }) {
  if (amount === null || asset === null) {
    return <UnknownAmount why="The stored blocks do not determine the balance." />;
  }
  return asset === 'bitcoin' ? (
    <Amount sats={Number(amount)} unit />
  ) : (
    <AssetAmount asset={asset} amt={String(amount)} />
  );
}

/** Returns the decimals of an asset. */
export function decimalsOf(asset: BalanceAsset): number {
  if (asset === 'bitcoin') return chains.bitcoin.coin.decimals;
  return asset?.contract === null ? chains.ethereum.coin.decimals : (asset?.decimals ?? 0);
}
