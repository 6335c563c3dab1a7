import { ageBands, type TeamFigures, type TeamReport } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { type RowColumns, RowTable } from '../../../../ui/display/RowTable.tsx';
import { UntrustedText } from '../../../../ui/text/UntrustedText.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { ageNames, decidedOf, durationText, nothing, rateText, riskNames } from '../../model/team-labels.ts';
import css from '../Team.module.css';

type Reviewed = TeamFigures['overThreshold'];

/** A rate with its base; a dash if nothing was reviewed. */
function Rate({ reviewed, falsePositives, rate }: Reviewed) {
  const { count } = useFormats();
  if (rate === null) return nothing;
  return (
    <>
      {rateText(rate)}{' '}
      <Text tone={3} size={12} nowrap>
        {count(falsePositives)} of {count(reviewed)}
      </Text>
    </>
  );
}

/** Columns of the statistics, after those of the person or period. */
export function useFigureColumns<Row extends TeamFigures>(): RowColumns<Row> {
  const { count } = useFormats();
  const figure = (title: string, of: (row: Row) => string) => ({
    title,
    align: 'right' as const,
    render: (_: undefined, row: Row) => of(row),
  });
  return [
    figure('Decided', (row) => count(decidedOf(row))),
    figure('Approved', ({ decided }) => count(decided.APPROVED)),
    figure('With note', ({ decided }) => count(decided.CLOSED_WITH_NOTE)),
    figure('With SAR', ({ decided }) => count(decided.CLOSED_WITH_SAR)),
    figure('Reopened', ({ reopened }) => count(reopened)),
    figure('First review (median)', ({ firstReview }) => durationText(firstReview.median)),
    figure('90%', ({ firstReview }) => durationText(firstReview.p90)),
    figure('Decision (median)', ({ decision }) => durationText(decision.median)),
    { ...figure('90%', ({ decision }) => durationText(decision.p90)), key: 'decision 90' },
    {
      title: 'False positives',
      align: 'right' as const,
      render: (_: undefined, { overThreshold }: Row) => <Rate {...overThreshold} />,
    },
  ];
}

type Person = TeamReport['people'][number];
type Cell = TeamReport['cells'][number];

function WeeksOf({ person, cells }: { person: Person; cells: readonly Cell[] }) {
  const figures = useFigureColumns<Cell>();
  return (
    <div className={css.detail}>
      <RowTable
        label={`Weeks of ${person.person.name}`}
        words
        columns={[{ title: 'Week', render: (_, { week }) => week }, ...figures]}
        rows={cells.filter(({ personId }) => personId === person.person._id)}
        rowKey={({ week }) => week}
      />
    </div>
  );
}

export function PeopleCard({ report: { people, cells, cellsCut } }: { report: TeamReport }) {
  const figures = useFigureColumns<Person>();
  return (
    <Card title="People" count={people.length}>
      {people.length === 0 ? (
        <p className={css.words}>No transactions were reviewed or decided in these weeks.</p>
      ) : (
        <RowTable
          label="People"
          columns={[
            {
              title: 'Person',
              render: (_, { person, former }) =>
                former ? (
                  <Text tone={2}>{person.name}</Text>
                ) : (
                  <StackedText first={<UntrustedText>{person.name}</UntrustedText>} second={person.email} />
                ),
            },
            ...figures,
          ]}
          rows={people}
          rowKey={({ person }) => person._id}
          detail={(person) => <WeeksOf person={person} cells={cells} />}
          detailLabel="Show the weeks"
        />
      )}
      {cellsCut && <p className={css.words}>Too many weeks: the oldest are omitted. Choose fewer weeks.</p>}
    </Card>
  );
}

export function RulesCard({ report: { rules, rulesInAll } }: { report: TeamReport }) {
  const { counted } = useFormats();
  return (
    <Card title="Alert rules" count={rulesInAll}>
      {rules.length === 0 ? (
        <p className={css.words}>No transactions with an alert were decided in these weeks.</p>
      ) : (
        <RowTable
          label="Alert rules"
          words
          columns={[
            {
              title: 'Rule',
              render: (_, { name, deleted }) => (
                <>
                  <UntrustedText>
                    {name === null || name === '' ? 'Rule without a summary' : name}
                  </UntrustedText>
                  {deleted && <Text tone={3}> (deleted)</Text>}
                </>
              ),
            },
            {
              title: 'False positives',
              align: 'right',
              render: (_, rule) => <Rate {...rule} />,
            },
          ]}
          rows={rules}
          rowKey={({ ruleId }) => ruleId}
        />
      )}
      {rulesInAll > rules.length && (
        <p className={css.words}>Showing the {counted(rules.length, 'rule')} with the most decisions.</p>
      )}
    </Card>
  );
}

function Bar({ size, of, late = false }: { size: number; of: number; late?: boolean }) {
  return (
    <span className={css.bars} aria-hidden="true">
      <span
        className={css.bar}
        data-late={late || undefined}
        data-none={size === 0 || undefined}
        style={{ width: `${String((100 * size) / Math.max(1, of))}%` }}
      />
    </span>
  );
}

export function BacklogCard({ report: { backlog, scope } }: { report: TeamReport }) {
  const { count } = useFormats();
  const most = Math.max(...Object.values(backlog.ages));
  const mostOverdue = Math.max(...backlog.risks.map(({ overdue }) => overdue ?? 0));
  return (
    <Card title={scope === 'own' ? 'Open, yours' : 'Open'} count={count(backlog.total)}>
      <RowTable
        label="Open transactions by age"
        words
        columns={[
          {
            title: 'Age',
            render: (_, { band, open }) => (
              <span className={css.banded}>
                {ageNames[band]}
                <Bar size={open} of={most} />
              </span>
            ),
          },
          { title: 'Open', align: 'right', render: (_, { open }) => count(open) },
        ]}
        rows={ageBands.map((band) => ({ band, open: backlog.ages[band] }))}
        rowKey={({ band }) => band}
      />
      <RowTable
        label="Open and overdue transactions by risk"
        words
        columns={[
          {
            title: 'Risk',
            render: (_, { band, overdue }) => (
              <span className={css.banded}>
                {riskNames[band]}
                <Bar size={overdue ?? 0} of={mostOverdue} late />
              </span>
            ),
          },
          { title: 'Open', align: 'right', render: (_, { open }) => count(open) },
          {
            title: 'Overdue',
            align: 'right',
            render: (_, { overdue }) =>
              overdue === null ? <Text tone={3}>No deadline</Text> : count(overdue),
          },
        ]}
        rows={backlog.risks}
        rowKey={({ band }) => band}
      />
    </Card>
  );
}
