import { type Blockchain, type BlockFees, texts } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { BarRows } from '../../../../ui/chart/BarRows.tsx';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import { RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useBlockFees } from '../../api/transaction-parts.ts';
import { bandName, joinEmpty, rateText, shareOf } from '../../model/block/fee-bands.ts';

function Spread({ fees }: { fees: BlockFees }) {
  const formats = useFormats();
  const { lowest, median, highest, known, unknown } = fees.rates;
  if (lowest === null || median === null || highest === null) {
    return <Text tone={2}>{unknown > 0 ? 'Fees unknown' : 'No fees paid'}</Text>;
  }
  const text = (rate: string) => rateText(rate, fees.blockchain, formats);
  return (
    <Text tone={2} size={12}>
      {text(lowest)} lowest, {text(median)} median, {text(highest)} highest of{' '}
      {formats.counted(known, 'transaction')}
      {unknown > 0 && `; ${formats.counted(unknown, 'unknown fee')}`}
    </Text>
  );
}

/** Returns the bands as rows, with their shares of the block in percent. */
function useBands(fees: BlockFees | undefined) {
  const formats = useFormats();
  if (!fees) return [];
  return joinEmpty(fees.bands).map((band) => ({
    key: band.from,
    name: bandName(band, fees.blockchain, formats),
    count: formats.count(band.count),
    percent: Math.round(shareOf(band.size, fees.bands) * 100),
  }));
}

/** Fee rates of a block; the length of a bar is the band's share of the block weight or gas. */
export function FeesCard({ chain, height, hash }: { chain: Blockchain; height: string; hash: string }) {
  const { data, error } = useBlockFees(chain, height, hash);
  const bands = useBands(data);
  const room = chains[chain].blockSpace;
  return (
    <ChartCard
      title="Fee rates"
      count={chains[chain].feeUnit}
      file={`fees-${height}`}
      {...(data && {
        table: (
          <RowTable
            label={`Fee rates in ${chains[chain].feeUnit}`}
            columns={[
              { title: chains[chain].feeUnit, render: (_, { name }) => name },
              { title: 'Transactions', align: 'right', render: (_, { count }) => count },
              { title: `Share of the ${room}`, align: 'right', render: (_, { percent }) => `${percent}%` },
            ]}
            rows={bands}
            rowKey={({ key }) => key}
          />
        ),
        foot: (
          <TableFoot>
            <Spread fees={data} />
          </TableFoot>
        ),
      })}
    >
      {data ? (
        <BarRows
          label={`Fee rates in ${chains[chain].feeUnit}, by ${room}`}
          rows={bands.map(({ key, name, count, percent }) => ({ key, name, value: percent, text: count }))}
        />
      ) : (
        <Inset>
          <Text tone={2}>{error ? toApiError(error).message : texts.loading}</Text>
        </Inset>
      )}
    </ChartCard>
  );
}
