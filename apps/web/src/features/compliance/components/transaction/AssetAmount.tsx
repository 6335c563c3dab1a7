import { type ComplianceTransaction, mostAssets } from '@hopscope/contract';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Decimal } from '../../../../ui/display/Figures.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { UnitAmount } from '../../../../shared/amount/UnitAmount.tsx';

type Asset = ComplianceTransaction['asset'];

/** An amount of an asset's smallest unit; Bitcoin with 8 decimals. */
export function AssetAmount({ amount, asset }: { amount: string; asset: Asset }) {
  if (asset.symbol === 'BTC' && asset.contract === null) return <Amount sats={Number(amount)} unit />;
  return <UnitAmount amt={amount} decimals={asset.decimals} unit={asset.symbol} />;
}

/** Says that a transaction moved more than the asset that its row shows. */
export function MoreAssets({ assets }: { assets: readonly unknown[] }) {
  if (assets.length < 2) return null;
  return (
    <Text tone={3} nowrap>
      {' '}
      and {assets.length === mostAssets && 'at least '}
      {assets.length - 1} more {assets.length === 2 ? 'asset' : 'assets'}
    </Text>
  );
}

/** What it was worth then; unknown is said, never shown as nothing. */
export function DollarsThen({ usd }: { usd: string | null }) {
  if (usd === null) {
    return (
      <Text tone={3} unknown title="No price is known for that time.">
        no price
      </Text>
    );
  }
  return (
    <Text tone={2}>
      $<Decimal text={usd} />
    </Text>
  );
}
