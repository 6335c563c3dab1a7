import type { UnconfirmedTotals } from '@hopscope/contract';
import type { Formats } from '../../../lib/formats.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Count } from '../../../ui/Figures.tsx';
import { type Stat, Stats } from '../../../ui/Stats.tsx';
import { useUnconfirmedTotals } from '../api/unconfirmed.ts';
import { bandText } from '../model/band-text.ts';

function statsOf(totals: UnconfirmedTotals, { count }: Formats): Stat[] {
  const left =
    totals.left_out > 0 ? `and ${count(totals.left_out)} more with lower fees` : `${count(totals.vsize)} vB`;
  return [
    { label: 'Unconfirmed', value: <Count value={totals.count} />, sub: left },
    ...totals.bands
      .filter((band) => band.count > 0)
      .map((band) => ({
        label: bandText(band),
        value: <Count value={band.count} />,
        sub: `${count(band.vsize)} vB`,
      })),
    ...(totals.unknown.count > 0
      ? [
          {
            label: 'Fee unknown',
            value: <Count value={totals.unknown.count} />,
            sub: `${count(totals.unknown.vsize)} vB`,
          },
        ]
      : []),
  ];
}

/** How many Bitcoin transactions wait for a block, by what they pay; nothing where no source tells of them. */
export function UnconfirmedSummary() {
  const formats = useFormats();
  const { data } = useUnconfirmedTotals();
  if (!data) return null;
  return (
    <section aria-label="Unconfirmed Bitcoin transactions">
      <Stats stats={statsOf(data, formats)} />
    </section>
  );
}
