import type { UnconfirmedTotals } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { BarRows } from '../../../ui/chart/BarRows.tsx';
import { ChartCard } from '../../../ui/chart/ChartCard.tsx';
import { RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { Inset } from '../../../ui/layout/Inset.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useUnconfirmedTotals } from '../api/unconfirmed.ts';
import { bandText } from '../model/text/band-text.ts';

interface Band {
  name: string;
  count: number;
  vsize: number;
}

/** Returns the bands with transactions, the highest fees first. */
function bandsOf({ bands, unknown }: UnconfirmedTotals): Band[] {
  const named = bands.map((band) => ({ name: bandText(band), count: band.count, vsize: band.vsize }));
  return [...named.toReversed(), { name: 'Unknown fee', ...unknown }].filter(({ count }) => count > 0);
}

function Bands({ bands }: { bands: readonly Band[] }) {
  const { count } = useFormats();
  return (
    <BarRows
      label="Size of unconfirmed transactions by fee rate"
      rows={bands.map(({ name, count: transactions, vsize }) => ({
        key: name,
        name,
        value: vsize,
        text: `${count(transactions)} · ${count(vsize)} vB`,
      }))}
    />
  );
}

function BandTable({ bands }: { bands: readonly Band[] }) {
  const { count } = useFormats();
  return (
    <RowTable
      label="Unconfirmed transactions by fee rate"
      columns={[
        { title: 'Fee rate', render: (_, { name }) => name },
        { title: 'Transactions', align: 'right', render: (_, band) => count(band.count) },
        { title: 'Size, vB', align: 'right', render: (_, { vsize }) => count(vsize) },
      ]}
      rows={bands}
      rowKey={({ name }) => name}
    />
  );
}

/** Number and size of unconfirmed Bitcoin transactions by fee rate. Renders nothing if no source provides a mempool. */
export function UnconfirmedSummary() {
  const { count } = useFormats();
  const { data } = useUnconfirmedTotals();
  if (!data) return null;
  const bands = bandsOf(data);
  return (
    <ChartCard
      title="Unconfirmed on Bitcoin"
      file="unconfirmed"
      count={`${count(data.count)} · ${count(data.vsize)} vB`}
      {...(bands.length > 0 && { table: <BandTable bands={bands} /> })}
      foot={
        data.left_out > 0 && <TableFoot>{count(data.left_out)} more with lower fees (not stored)</TableFoot>
      }
    >
      {bands.length > 0 ? (
        <Bands bands={bands} />
      ) : (
        <Inset>
          <Text tone={2}>No unconfirmed transactions</Text>
        </Inset>
      )}
    </ChartCard>
  );
}
