import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import type { PanelRow } from '../../model/panel-rows.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';

/** Note that a row is part of its transaction; renders nothing if it is complete. */
export function PartOfRow({ row: { total, transfers, asset } }: { row: PanelRow }) {
  const { count, counted } = useFormats();
  if (!total) return null;
  return (
    <Text tone={3} size={12} title="See the other pages of Expand Node for the rest.">
      {count(transfers.length)} of {counted(total.transfers, 'transfer')}, total{' '}
      <CoinAmount amount={total.amount} coin={asset} />
    </Text>
  );
}
