import { type Blockchain, type BlockFees, texts } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useBlockFees } from '../../api/transaction-parts.ts';
import { bandName, joinEmpty, rateText, shareOf } from '../../model/block/fee-bands.ts';
import css from './FeesCard.module.css';

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

function Bands({ fees }: { fees: BlockFees }) {
  const formats = useFormats();
  const room = chains[fees.blockchain].blockSpace;
  return (
    <ul className={css.bands} aria-label={`Fee rates in ${chains[fees.blockchain].feeUnit}, by ${room}`}>
      {joinEmpty(fees.bands).map((band) => {
        const share = shareOf(band.size, fees.bands);
        return (
          <li key={band.from} className={css.band}>
            <span className={css.name}>{bandName(band, fees.blockchain, formats)}</span>
            <span className={css.track} aria-hidden="true">
              {band.count > 0 && <span className={css.bar} style={{ width: `${share * 100}%` }} />}
            </span>
            <span className={css.count}>
              {formats.count(band.count)}
              <ScreenReaderText>
                {' '}
                transactions, {Math.round(share * 100)}% of the {room}
              </ScreenReaderText>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Fee rates of a block; the length of a bar is the band's share of the block weight or gas. */
export function FeesCard({ chain, height, hash }: { chain: Blockchain; height: string; hash: string }) {
  const { data, error } = useBlockFees(chain, height, hash);
  return (
    <Card
      title="Fee rates"
      extra={
        <Text tone={3} size={12}>
          {chains[chain].feeUnit}
        </Text>
      }
      padded
    >
      {data ? (
        <Stack gap={8}>
          <Bands fees={data} />
          <Spread fees={data} />
        </Stack>
      ) : (
        <Text tone={2}>{error ? toApiError(error).message : texts.loading}</Text>
      )}
    </Card>
  );
}
