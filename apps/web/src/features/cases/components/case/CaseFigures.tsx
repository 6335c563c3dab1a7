import type { CaseDetails } from '@hopscope/contract';
import { ageText } from '@hopscope/domain';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useNow } from '../../../../lib/use-now.ts';
import { UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { Decimal } from '../../../../ui/display/Figures.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { exposureOf } from '../../model/case-exposure.ts';

function exposureStat(found: CaseDetails, none: string): Stat {
  const { dollars, unpriced, assets } = exposureOf(found.transactions);
  if (found.transactions.length === 0) return { label: 'Exposure', value: <Text tone={3}>{none}</Text> };
  return {
    label: 'Exposure',
    value:
      dollars === null ? (
        <UnknownAmount why="No price is known for these times." />
      ) : (
        <>
          $<Decimal text={dollars} />
        </>
      ),
    sub: (
      <>
        {assets.slice(0, 3).map(({ asset, amount }, i) => (
          <span key={asset.contract ?? asset.symbol}>
            {i > 0 && ', '}
            <CoinAmount coin={asset} amount={amount} />
          </span>
        ))}
        {unpriced > 0 && dollars !== null && `; ${unpriced} without price`}
      </>
    ),
  };
}

/** Time until a case is due, or since. */
function DueStat({ seconds, closed }: { seconds: number; closed: boolean }) {
  const now = useNow();
  if (closed) return <Time seconds={seconds} to="day" />;
  if (seconds < now) return <Tag tone="red">Overdue by {ageText(seconds, now)}</Tag>;
  return <>in {ageText(now, seconds)}</>;
}

/** The most important figures of a case: what it is about, how bad, until when, and what is left to do. */
export function CaseFigures({ found }: { found: CaseDetails }) {
  const { counted, count } = useFormats();
  const { highest } = exposureOf(found.transactions);
  const open = found.tasks.filter(({ doneAt }) => doneAt === null).length;
  const due = found.dueAt === null ? undefined : Date.parse(found.dueAt) / 1000;
  const stats: Stat[] = [
    exposureStat(found, 'No transactions'),
    {
      label: 'Highest score',
      value: highest ?? (
        <Text tone={3} unknown title="No transaction has a score.">
          Unknown
        </Text>
      ),
      sub: counted(found.transactions.length, 'transaction'),
    },
    {
      label: 'Due',
      value:
        due === undefined ? (
          <Text tone={3}>No date</Text>
        ) : (
          <DueStat seconds={due} closed={found.status === 'CLOSED'} />
        ),
      sub: due !== undefined && <Time seconds={due} to="minute" />,
    },
    {
      label: 'Tasks',
      value: found.tasks.length === 0 ? <Text tone={3}>None</Text> : `${count(open)} open`,
      sub: found.tasks.length > 0 && `of ${count(found.tasks.length)}`,
    },
    {
      label: 'Evidence',
      value: count(found.evidence.length),
      sub: counted(found.documents.length, 'document'),
    },
  ];
  return <Stats stats={stats} />;
}
