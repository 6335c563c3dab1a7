import { mostAssets } from '@hopscope/contract';
import { Decimal } from '../../../../ui/display/Figures.tsx';
import { Text } from '../../../../ui/text/Text.tsx';

/** Notice that a transaction moved more assets than its row shows. */
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

/** Value at the time of the transaction; an unknown value is named, never shown as zero. */
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
