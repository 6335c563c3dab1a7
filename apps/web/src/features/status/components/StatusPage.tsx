import { Fragment } from 'react';
import type { BackupReport, Blockchain, SourceReport, OperatorProblem } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { coverageText } from '../../../lib/text/coverage-text.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { CardGrid } from '../../../ui/layout/CardGrid.tsx';
import { type Fact, DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { LearnMore } from '../../../ui/button/LearnMore.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { Age, Time } from '../../../ui/text/Time.tsx';
import { useStatus, useProblems } from '../api/status.ts';
import { backupText, distanceText, rateText, sourceName, spanText, stateText } from '../model/report-text.ts';
import { TriangleAlert } from 'lucide-react';
import { useUser } from '../../../lib/services.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';

function ProblemNotice({ problem }: { problem: OperatorProblem }) {
  return (
    <Notice kind={problem.severity} icon={<TriangleAlert size={16} strokeWidth={1.6} />}>
      <strong>{problem.what}.</strong> {problem.action}
    </Notice>
  );
}

/** What is wrong with the installation, and what to do about it; for the operator. */
function Problems() {
  const { role } = useUser();
  const { data } = useProblems(role === 'operator');
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Problems">
      <Stack gap={8}>
        {data.map((problem) => (
          <ProblemNotice key={problem.id} problem={problem} />
        ))}
      </Stack>
    </section>
  );
}

function Unknown() {
  return (
    <Text tone={3} unknown>
      unknown
    </Text>
  );
}

/** Progress of the source: heights, and the remaining time if known. */
function useProgressFacts(report: SourceReport): Fact[] {
  const formats = useFormats();
  const { height, nodeHeight, rate, remainingSeconds, tipTime } = report;
  const facts: Fact[] = [
    ['Ledger height', height === null ? 'empty' : formats.count(height)],
    ['Source height', nodeHeight === null ? <Unknown /> : formats.count(nodeHeight)],
    ['Blocks behind', distanceText(report, formats) ?? <Unknown />],
    ['Newest block', tipTime === null ? <Unknown /> : <Age seconds={tipTime} ago />],
  ];
  if (report.status?.phase !== 'loading') return facts;
  return [
    ...facts,
    ['Rate', rate === null ? <Unknown /> : rateText(rate, formats)],
    ['Remaining', remainingSeconds === null ? <Unknown /> : spanText(remainingSeconds, formats)],
  ];
}

function SourceCard({ chain, report }: { chain: Blockchain; report: SourceReport }) {
  const formats = useFormats();
  const { word, tone } = stateText(report);
  const progress = useProgressFacts(report);
  const { status, since, lastError, capabilities } = report;
  const reason = status && 'reason' in status ? status.reason : undefined;
  const facts: Fact[] = [
    ['Source', sourceName(report.source)],
    ['Network', report.network ?? <Unknown />],
    ...(reason === undefined ? [] : [['Problem', reason] as const]),
    ...(since === null ? [] : [['Since', <Time key="since" seconds={since} to="second" />] as const]),
    ...progress,
    ['Coverage', coverageText(report.coverage, formats)],
    ...(capabilities.length === 0 ? [] : [['Source capabilities', capabilities.join(' · ')] as const]),
    [
      'Last error',
      lastError ? (
        <>
          {lastError.text} (<Age seconds={lastError.at} ago />)
        </>
      ) : (
        'None since startup'
      ),
    ],
  ];
  return (
    <Card title={chains[chain].name} extra={<Tag tone={tone}>{word}</Tag>} padded>
      <DescriptionList facts={facts} />
    </Card>
  );
}

function BackupCard({ report }: { report: BackupReport }) {
  const formats = useFormats();
  const { everyHours, lastAt, lastBytes, lastChain, lastFailure } = report;
  const { word, tone } = backupText(report.status);
  const facts: Fact[] = [
    [
      'Schedule',
      everyHours === null ? 'None' : everyHours === 1 ? 'Every hour' : `Every ${everyHours} hours`,
    ],
    ['Last backup', lastAt === null ? 'None yet' : <Age key="last" seconds={lastAt} ago />],
    ...(lastBytes === null
      ? []
      : [['Size', `${formats.size(lastBytes)}${lastChain === false ? ', without the chain' : ''}`] as const]),
    ...(lastFailure
      ? [
          [
            'Last error',
            <Fragment key="error">
              {lastFailure.text} (<Age seconds={lastFailure.at} ago />)
            </Fragment>,
          ] as const,
        ]
      : []),
  ];
  return (
    <Card title="Backups" extra={<Tag tone={tone}>{word}</Tag>} padded>
      <DescriptionList facts={facts} />
    </Card>
  );
}

/** Sources of both chains and backups: progress and problems. */
export function StatusPage() {
  useDocumentTitle('Status');
  const formats = useFormats();
  const { data, error, refetch } = useStatus();
  return (
    <Page>
      <PageHeader
        title="Status"
        identity={
          data && (
            <Text tone={2}>
              Hopscope {data.version}, up for {spanText(data.uptimeSeconds, formats)} on{' '}
              {data.database.builtIn ? 'the built-in database' : 'an external PostgreSQL server'}.{' '}
              <LearnMore about="coverage" />
            </Text>
          )
        }
      />
      {data ? (
        <>
          <Problems />
          <CardGrid>
            <SourceCard chain="bitcoin" report={data.data.bitcoin} />
            <SourceCard chain="ethereum" report={data.data.ethereum} />
          </CardGrid>
          <BackupCard report={data.backup} />
        </>
      ) : (
        <Card>
          {error ? (
            <LoadFailure title="The status could not be loaded" error={error} onRetry={refetch} />
          ) : (
            <RowTableSkeleton rows={8} kind="facts" />
          )}
        </Card>
      )}
    </Page>
  );
}
