import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import type { PanelRow } from '../../model/panel-rows.ts';
import { AssetAmount } from './AssetAmount.tsx';

/** Says of a row that it is a part of its transaction; nothing where it is all of it. */
export function PartOfRow({ row: { whole, transfers, asset } }: { row: PanelRow }) {
  const { count, counted } = useFormats();
  if (!whole) return null;
  return (
    <Text tone={3} size={12} title="The others are on other pages of Expand.">
      {count(transfers.length)} of {counted(whole.transfers, 'transfer')}, in all{' '}
      <AssetAmount units={whole.amount} asset={asset} />
    </Text>
  );
}
