import { dayName } from '@hopscope/domain';
import type { ReactNode } from 'react';
import { methodNames } from '../../../lib/risk/risk-level.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Count } from '../../../ui/display/Figures.tsx';
import { Inset } from '../../../ui/layout/Inset.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { type RowColumns, RowTable, RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { type Evaluation, type MeasuredShare, useEvaluation } from '../api/evaluation.ts';
import { cutPercent, type Goal, goalsOf, shareText } from '../model/measured.ts';
import css from './ModelQuality.module.css';
import { Claims } from './Claims.tsx';

const title = 'Model quality';

function Share({ share }: { share: MeasuredShare }) {
  const { count } = useFormats();
  return share.value === null ? <Text tone={3}>Not measurable</Text> : shareText(share, count);
}

function Ratio({ value }: { value: number | null }) {
  return value === null ? <Text tone={3}>Not measurable</Text> : cutPercent(value);
}

/** A count with its percentage. */
function Of({ some, all }: { some: number; all: number }) {
  const { count } = useFormats();
  return all === 0 ? <Text tone={3}>None scored</Text> : `${count(some)} (${cutPercent(some / all)})`;
}

const goalColumns: RowColumns<Goal> = [
  { title: 'Metric', render: (_, { figure }) => <span className={css.words}>{figure}</span> },
  { title: 'Target', render: (_, { goal }) => goal },
  {
    title: 'Measured',
    align: 'right',
    render: (_, { measured }) => <span className={css.value}>{measured}</span>,
  },
  {
    key: 'reached',
    render: (_, { reached }) =>
      reached === null ? '' : reached ? <Tag tone="green">Met</Tag> : <Tag tone="orange">Not met</Tag>,
  },
];

const groupColumns: RowColumns<Evaluation['groups'][number]> = [
  { title: 'Actual type of address', render: (_, { name }) => <span className={css.words}>{name}</span> },
  {
    title: 'Scored',
    align: 'right',
    render: (_, { asked }) => <Count value={asked} />,
  },
  { title: 'Without score', align: 'right', render: (_, { unknown }) => <Count value={unknown} /> },
  {
    title: 'Medium or High',
    align: 'right',
    render: (_, { medium, asked }) => <Of some={medium} all={asked} />,
  },
  { title: 'High', align: 'right', render: (_, { high, asked }) => <Of some={high} all={asked} /> },
  { title: 'Median score', align: 'right', render: (_, { median }) => median },
];

const ruleColumns: RowColumns<Evaluation['rules'][number]> = [
  { title: 'Rule', render: (_, { name }) => <span className={css.words}>{name}</span> },
  {
    title: 'Precision',
    align: 'right',
    render: (_, { precision }) => <Share share={precision} />,
  },
  { title: 'Recall', align: 'right', render: (_, { recall }) => <Share share={recall} /> },
  { title: 'Illicit addresses', align: 'right', render: (_, { bad }) => <Share share={bad} /> },
  { title: 'False positives', align: 'right', render: (_, { clean }) => <Share share={clean} /> },
];

const detectorColumns: RowColumns<Evaluation['detectors'][number]> = [
  { title: 'Detector', render: (_, { name }) => <span className={css.words}>{name}</span> },
  {
    title: 'Precision',
    align: 'right',
    render: (_, { precision }) => <Ratio value={precision} />,
  },
  { title: 'Recall', align: 'right', render: (_, { recall }) => <Ratio value={recall} /> },
];

const intervalColumns: RowColumns<Evaluation['mainnet'][number]> = [
  { title: 'Cases', render: (_, { name }) => <span className={css.words}>{name}</span> },
  {
    title: 'Measured, 95% interval',
    align: 'right',
    render: (_, { found, from, to }) => (
      <span className={css.interval}>
        <span>
          <Share share={found} />
        </span>
        <Text tone={2} size={13}>
          {cutPercent(from)} to {cutPercent(to)}
        </Text>
      </span>
    ),
  },
];

type Run = Evaluation['history'][number];
/** Newest runs that have room. */
const shownRuns = 5;

/** Figures of the newest runs, a column each. */
function History({ history }: { history: readonly Run[] }) {
  const { count } = useFormats();
  const runs = history.slice(-shownRuns);
  const columns: RowColumns<Run['figures'][number]> = [
    { title: 'Metric', render: (_, { name }) => <span className={css.words}>{name}</span> },
    ...runs.map(({ on, figures }) => ({
      title: dayName(on, 'short'),
      align: 'right' as const,
      render: (_: undefined, { id }: Run['figures'][number]) => {
        const value = figures.find((each) => each.id === id)?.value ?? null;
        return value === null ? <Text tone={3}>Not measurable</Text> : value.toFixed(4);
      },
    })),
  ];
  const sizes = runs
    .map(({ on, transactions }) => `${count(transactions)} (${dayName(on, 'short')})`)
    .join(', ');
  return (
    <Card title="Changes over time">
      <RowTable
        words
        label="Changes over time"
        columns={columns}
        rows={runs.at(-1)?.figures ?? []}
        rowKey={({ id }) => id}
      />
      <Explained>
        Runs whose figures changed; more is better. Transactions of each run: {sizes}. Runs with different
        numbers measured different simulated networks, so their figures differ for that reason too.
      </Explained>
    </Card>
  );
}

const actorColumns: RowColumns<Evaluation['actors'][number]> = [
  { title: 'Actor', render: (_, { actor }) => actor.replaceAll('_', ' ') },
  {
    title: 'Attributed: at least Medium',
    align: 'right',
    render: (_, { listed }) => <Share share={listed} />,
  },
  {
    title: 'ROC AUC at 1 and 2 hops',
    align: 'right',
    render: (_, { auc, cases }) =>
      auc === null ? <Text tone={3}>Not measurable</Text> : `${auc.toFixed(4)} (${cases})`,
  },
];

const methodColumns: RowColumns<Evaluation['methods'][number]> = [
  { title: 'Method', render: (_, { method }) => methodNames[method] },
  {
    title: 'Same level as default',
    align: 'right',
    render: (_, { sameLevel }) => <Share share={sameLevel} />,
  },
  {
    title: 'Mean difference, points',
    align: 'right',
    render: (_, { apart }) => (apart * 100).toFixed(1),
  },
];

function Explained({ children }: { children: ReactNode }) {
  return (
    <Inset>
      <Text tone={2} size={13}>
        {children}
      </Text>
    </Inset>
  );
}

function Figures({ evaluation }: { evaluation: Evaluation }) {
  const { count } = useFormats();
  const { groups, actors, rules, detectors, mainnet, ethereum, history, methods, milliseconds } = evaluation;
  const area = (value: number | null): string => value?.toFixed(4) ?? 'not measurable';
  return (
    <>
      <Claims evaluation={evaluation} />
      <Card title="Targets">
        <RowTable
          words
          label="Targets"
          columns={goalColumns}
          rows={goalsOf(evaluation, count)}
          rowKey={({ figure, measured }) => `${figure} ${measured}`}
        />
        <Explained>
          The area under the ROC curve (AUC) is the probability that an address with illicit funds scores
          above a clean one. Most of the shortfall from 1 is due to missing attributions. Percentages are
          rounded down.
        </Explained>
      </Card>
      <Card title="Limits of the measurement">
        <Inset>
          <ul className={css.limits}>
            <li>
              Measured on {evaluation.seeds.length} simulated networks of one year each (
              {count(evaluation.transactions)} Bitcoin transactions, {count(evaluation.addresses)} addresses
              scored) with known ground truth. Expect worse figures on real data.
            </li>
            <li>
              Scores of Ethereum and tokens are in a table of their own, countries are not included, and no
              score was measured on real labeled data. Detectors were: see Real transactions.
            </li>
            <li>
              Measured with the incomplete directory of the demo. Direct findings depend on the attributions
              in your directory.
            </li>
            <li>Measured with the default profile and method. Custom profiles are not measured.</li>
          </ul>
        </Inset>
      </Card>
      <Card title="Levels by actual type of address">
        <RowTable
          words
          label="Levels by actual type"
          columns={groupColumns}
          rows={groups}
          rowKey={({ group }) => group}
        />
      </Card>
      <Card title="Behavior rules">
        <RowTable words label="Behavior rules" columns={ruleColumns} rows={rules} rowKey={({ id }) => id} />
      </Card>
      <Card title="Detectors">
        <RowTable
          words
          label="Detectors"
          columns={detectorColumns}
          rows={detectors}
          rowKey={({ id }) => id}
        />
      </Card>
      <Card title="On Ethereum">
        <RowTable
          words
          label="On Ethereum"
          columns={intervalColumns}
          rows={ethereum.rows}
          rowKey={({ name }) => name}
        />
        <Explained>
          Measured on {ethereum.seeds} simulated networks ({count(ethereum.transactions)} transactions,{' '}
          {count(ethereum.addresses)} accounts scored with ether or a token). ROC AUC of accounts that
          received illicit funds directly ({count(ethereum.auc.cases)}): {area(ethereum.auc.value)}, with a
          complete directory {area(ethereum.auc.perfectDirectory)}. Bridges and links through mixers are not
          measured.
        </Explained>
      </Card>
      {mainnet.length > 0 && (
        <Card title="Real transactions">
          <RowTable
            words
            label="Real transactions"
            columns={intervalColumns}
            rows={mainnet}
            rowKey={({ name }) => name}
          />
          <Explained>
            Transactions that the detectors were not fitted to: published lists of researchers, wallets that
            they ran on a private network, and payments whose change was later spent with coins of the payer.
            So few cases do not show the exact share: of 100 such intervals, 95 contain it.
          </Explained>
        </Card>
      )}
      <History history={history} />
      <Card title="By illicit actor">
        <RowTable
          words
          label="By illicit actor"
          columns={actorColumns}
          rows={actors}
          rowKey={({ actor }) => actor}
        />
      </Card>
      <Card title="Taint methods">
        <RowTable
          words
          label="Taint methods"
          columns={methodColumns}
          rows={methods}
          rowKey={({ method }) => method}
        />
        <Explained>
          Time per score: median {count(milliseconds.p50)} ms, 95th percentile {count(milliseconds.p95)} ms,
          measured under other load. Not a benchmark.
        </Explained>
      </Card>
    </>
  );
}

/** Model quality page: measured accuracy of the engine, including missed targets. */
export function ModelQuality() {
  useDocumentTitle(title);
  const { data, error, refetch } = useEvaluation();
  return (
    <Page>
      <PageHeader title={title} />
      <Stack gap={16}>
        {data ? (
          <Figures evaluation={data} />
        ) : error ? (
          <Card title={title}>
            <LoadFailure title="Failed to load the figures" error={error} onRetry={refetch} />
          </Card>
        ) : (
          <Card title="Targets">
            <RowTableSkeleton rows={8} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}
