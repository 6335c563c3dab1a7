import { mostAssets } from '@hopscope/contract';
import { Decimal } from '../../../../ui/display/Figures.tsx';
import { Text } from '../../../../ui/text/Text.tsx';

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
