import type { TeamReport } from '@hopscope/contract';
import { utcDay, dayName } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import { ColumnChart } from '../../../../ui/chart/ColumnChart.tsx';
import { DateField } from '../../../../ui/form/DateField.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { InOrganization } from '../../../../shared/organization/InOrganization.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Stats } from '../../../../ui/display/Stats.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { type TeamFile, useTeam, useTeamFile } from '../../api/team.ts';
import type { TeamSearch } from '../../model/team-search.ts';
import { statusNames } from '../../model/transaction-labels.ts';
import { decidedOf, durationText, isIdle, rateText } from '../../model/team-labels.ts';
import css from '../Team.module.css';
import { ClientsCard } from './ClientsCard.tsx';
import { DaysCard } from './DaysCard.tsx';
import { BacklogCard, PeopleCard, RulesCard, useFigureColumns } from './TeamTables.tsx';

interface Shown {
  view: TeamSearch;
  /** Changes search parameters; removes undefined ones. */
  onView: (change: TeamSearch) => void;
}

function Files({
  organizationId,
  from,
  to,
  disabled,
}: {
  organizationId: string;
  from: string;
  to: string;
  disabled: boolean;
}) {
  const toast = useToast();
  const { mutate, isPending, variables } = useTeamFile(organizationId, { from, to });
  const take = (format: TeamFile) => {
    mutate(format, { onError: (thrown) => toast.error(failureMessage(thrown, 'The export failed.')) });
  };
  return (
    <span className={css.files}>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          icon={<Download size={14} strokeWidth={1.6} aria-hidden="true" />}
          label={`Download as ${format.toUpperCase()}`}
          disabled={disabled}
          loading={isPending && variables === format}
          onClick={() => take(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}

type Week = TeamReport['weeks'][number];

function WeeksCard({ weeks, stale }: { weeks: readonly Week[]; stale: boolean }) {
  const { count } = useFormats();
  const figures = useFigureColumns<Week>();
  const most = Math.max(...weeks.map(decidedOf));
  const longest = Math.max(...weeks.map(({ decision }) => decision.p90 ?? 0));
  return (
    <>
      <div className={css.charts}>
        <ChartCard title="Decided by week" file="decided" table={null}>
          <ColumnChart
            label="Decisions by week"
            most={`most: ${count(most)}`}
            stacked
            series={[statusNames.APPROVED, statusNames.CLOSED_WITH_NOTE, statusNames.CLOSED_WITH_SAR]}
            columns={weeks.map((week) => ({
              key: week.week,
              name: week.week.slice(5),
              title: `${week.week}: ${count(decidedOf(week))}`,
              sizes: [week.decided.APPROVED, week.decided.CLOSED_WITH_NOTE, week.decided.CLOSED_WITH_SAR],
            }))}
          />
        </ChartCard>
        <ChartCard title="Time to decision by week" file="time-to-decision" table={null}>
          <ColumnChart
            label="Time to decision by week"
            most={`longest: ${durationText(longest === 0 ? null : longest)}`}
            series={['Median', '90% within']}
            columns={weeks.map(({ week, decision }) => ({
              key: week,
              name: week.slice(5),
              title: `${week}: median ${durationText(decision.median)}, 90% within ${durationText(decision.p90)}`,
              sizes: [decision.median ?? 0, decision.p90 ?? 0],
            }))}
          />
        </ChartCard>
      </div>
      <Card title="Weeks">
        <RowTable
          label="Weeks"
          words
          stale={stale}
          columns={[
            {
              title: 'Week',
              render: (_, { week, from }) => (
                <Text nowrap title={`From ${dayName(from)}`}>
                  {week}
                </Text>
              ),
            },
            ...figures,
          ]}
          rows={weeks.toReversed()}
          rowKey={({ week }) => week}
        />
      </Card>
    </>
  );
}

function Report({
  organizationId,
  report,
  stale,
}: {
  organizationId: string;
  report: TeamReport;
  stale: boolean;
}) {
  const { count } = useFormats();
  const { total, backlog } = report;
  const { firstReview, decision, overThreshold } = total;
  const overdue = backlog.risks.reduce((sum, risk) => sum + (risk.overdue ?? 0), 0);
  const within = (seconds: number | null): string | undefined =>
    seconds === null ? undefined : `90% within ${durationText(seconds)}`;
  return (
    <>
      <Stats
        dense
        stats={[
          { label: 'Decided', value: count(decidedOf(total)), sub: `${count(total.reopened)} reopened` },
          {
            label: 'Time to first review (median)',
            value: durationText(firstReview.median),
            sub: within(firstReview.p90),
          },
          {
            label: 'Time to decision (median)',
            value: durationText(decision.median),
            sub: within(decision.p90),
          },
          {
            label: 'False positives',
            value: rateText(overThreshold.rate),
            sub:
              overThreshold.rate === null
                ? undefined
                : `${count(overThreshold.falsePositives)} of ${count(overThreshold.reviewed)} over the threshold`,
          },
          {
            label: 'Open now',
            value: count(backlog.total),
            sub: <span className={overdue > 0 ? css.late : undefined}>{count(overdue)} overdue</span>,
          },
        ]}
      />
      <BacklogCard report={report} />
      <DaysCard organizationId={organizationId} from={report.from} to={report.to} />
      <ClientsCard organizationId={organizationId} from={report.from} to={report.to} />
      {isIdle(total) ? (
        <Card>
          <EmptyState title="No decisions in these weeks">
            Figures appear once a transaction is opened, assigned, or decided.
          </EmptyState>
        </Card>
      ) : (
        <>
          <WeeksCard weeks={report.weeks} stale={stale} />
          {report.scope === 'everybody' && <PeopleCard report={report} />}
          <RulesCard report={report} />
        </>
      )}
    </>
  );
}

function Team({ organizationId, view, onView }: Shown & { organizationId: string }) {
  const { exactTime } = useFormats();
  const { data, error, refetch, isPlaceholderData } = useTeam(organizationId, view);
  const today = utcDay(Date.now());
  return (
    <>
      <PageHeader
        trail={<Link to="/home/compliance-screener">Compliance Screener</Link>}
        title="Team"
        actions={
          <>
            <DateField
              label="From day"
              prefix="From"
              value={view.from ?? data?.from}
              max={view.to ?? today}
              onChange={(from) => onView({ from })}
            />
            <DateField
              label="To day"
              prefix="To"
              value={view.to ?? (data && data.to < today ? data.to : today)}
              max={today}
              onChange={(to) => onView({ to })}
            />
            <Files
              organizationId={organizationId}
              from={data?.from ?? ''}
              to={data?.to ?? ''}
              disabled={!data || error !== null}
            />
          </>
        }
      />
      {error ? (
        <Card>
          <LoadFailure title="The figures could not be loaded" error={error} onRetry={refetch} />
        </Card>
      ) : data ? (
        <>
          <Report organizationId={organizationId} report={data} stale={isPlaceholderData} />
          <Text tone={3} size={12}>
            {data.scope === 'own' ? 'Your decisions. ' : ''}Weeks from Monday to Sunday, UTC. As of{' '}
            {exactTime(data.at)}.
          </Text>
        </>
      ) : (
        <Card>
          <RowTableSkeleton rows={8} />
        </Card>
      )}
    </>
  );
}

/** Speed and outcome of decisions, and waiting transactions (docs/guide/team.md). */
export function TeamPage({ view, onView }: Shown) {
  useDocumentTitle('Team');
  return (
    <Page>
      <InOrganization why="You need to be part of an organization to monitor addresses and review transactions.">
        {({ _id }) => <Team key={_id} organizationId={_id} view={view} onView={onView} />}
      </InOrganization>
    </Page>
  );
}
