import type { UnconfirmedTotals } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Count } from '../../../ui/display/Figures.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useUnconfirmedTotals } from '../api/unconfirmed.ts';
import { bandText } from '../model/text/band-text.ts';

function Band({ name, band }: { name: string; band: UnconfirmedTotals['unknown'] }) {
  const { count } = useFormats();
  if (band.count === 0) return null;
  return (
    <span title={`${count(band.vsize)} vB`}>
      <Row gap={6}>
        <Text tone={2} size={12} nowrap>
          {name}
        </Text>
        <Count value={band.count} />
      </Row>
    </span>
  );
}

function Bands({ totals }: { totals: UnconfirmedTotals }) {
  const { count } = useFormats();
  if (totals.count === 0) return <Text tone={2}>No unconfirmed transactions</Text>;
  return (
    <Row gap={16} wrap>
      {totals.bands.map((band) => (
        <Band key={band.from} name={bandText(band)} band={band} />
      ))}
      <Band name="Unknown fee" band={totals.unknown} />
      {totals.left_out > 0 && (
        <Text tone={3} size={12}>
          {count(totals.left_out)} more with lower fees (not stored)
        </Text>
      )}
    </Row>
  );
}

/** Number of unconfirmed Bitcoin transactions by fee rate. Renders nothing if no source provides a mempool. */
export function UnconfirmedSummary() {
  const { count } = useFormats();
  const { data } = useUnconfirmedTotals();
  if (!data) return null;
  return (
    <Card
      title="Unconfirmed on Bitcoin"
      count={count(data.count)}
      extra={
        <Text tone={3} size={12}>
          {count(data.vsize)} vB
        </Text>
      }
      padded
    >
      <Bands totals={data} />
    </Card>
  );
}
