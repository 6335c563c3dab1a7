import type { ReactNode } from 'react';
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
import { methodNames } from '../model/score-text.ts';
import css from './ModelQuality.module.css';
import { Reliability } from './Reliability.tsx';

const title = 'How good is this?';

function Share({ share }: { share: MeasuredShare }) {
  const { count } = useFormats();
  return share.value === null ? <Text tone={3}>not measurable</Text> : shareText(share, count);
}

function Ratio({ value }: { value: number | null }) {
  return value === null ? <Text tone={3}>not measurable</Text> : cutPercent(value);
}

/** How many of those asked, with their part in percent. */
function Of({ some, all }: { some: number; all: number }) {
  const { count } = useFormats();
  return all === 0 ? <Text tone={3}>none asked</Text> : `${count(some)} (${cutPercent(some / all)})`;
}

const goalColumns: RowColumns<Goal> = [
  { title: 'Figure', render: (_, { figure }) => <span className={css.words}>{figure}</span> },
  { title: 'Goal', render: (_, { goal }) => goal },
  { title: 'Measured', align: 'right', render: (_, { measured }) => measured },
  {
    key: 'reached',
    render: (_, { reached }) =>
      reached === null ? '' : reached ? <Tag tone="green">Reached</Tag> : <Tag tone="orange">Missed</Tag>,
  },
];

const groupColumns: RowColumns<Evaluation['groups'][number]> = [
  { title: 'What an address truly is', render: (_, { name }) => <span className={css.words}>{name}</span> },
  {
    title: 'Asked',
    align: 'right',
    render: (_, { asked }) => <Count value={asked} />,
  },
  { title: 'Without a number', align: 'right', render: (_, { unknown }) => <Count value={unknown} /> },
  {
    title: 'Medium or High',
    align: 'right',
    render: (_, { medium, asked }) => <Of some={medium} all={asked} />,
  },
  { title: 'High', align: 'right', render: (_, { high, asked }) => <Of some={high} all={asked} /> },
  { title: 'Median score', align: 'right', render: (_, { median }) => median },
];

const ruleColumns: RowColumns<Evaluation['rules'][number]> = [
  { title: 'Rule', render: (_, { name }) => name },
  {
    title: 'Right where it speaks',
    align: 'right',
    render: (_, { precision }) => <Share share={precision} />,
  },
  { title: 'Found of all', align: 'right', render: (_, { recall }) => <Share share={recall} /> },
  { title: 'Address is bad', align: 'right', render: (_, { bad }) => <Share share={bad} /> },
  { title: 'Clean addresses', align: 'right', render: (_, { clean }) => <Share share={clean} /> },
];

const detectorColumns: RowColumns<Evaluation['detectors'][number]> = [
  { title: 'Detector', render: (_, { name }) => name },
  {
    title: 'Right where it speaks',
    align: 'right',
    render: (_, { precision }) => <Ratio value={precision} />,
  },
  { title: 'Found of all', align: 'right', render: (_, { recall }) => <Ratio value={recall} /> },
];

const actorColumns: RowColumns<Evaluation['actors'][number]> = [
  { title: 'Actor', render: (_, { actor }) => actor.replaceAll('_', ' ') },
  { title: 'Named: at least Medium', align: 'right', render: (_, { listed }) => <Share share={listed} /> },
  {
    title: 'ROC area at one and two hops',
    align: 'right',
    render: (_, { auc, cases }) =>
      auc === null ? <Text tone={3}>not measurable</Text> : `${auc.toFixed(4)} (${cases})`,
  },
];

const methodColumns: RowColumns<Evaluation['methods'][number]> = [
  { title: 'Method', render: (_, { method }) => methodNames[method] },
  {
    title: 'Same level as the default one',
    align: 'right',
    render: (_, { sameLevel }) => <Share share={sameLevel} />,
  },
  {
    title: 'Points apart on average',
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
  const { groups, actors, rules, detectors, methods, reliability, milliseconds } = evaluation;
  return (
    <>
      <Card title="Reached and missed">
        <RowTable
          words
          label="Reached and missed"
          columns={goalColumns}
          rows={goalsOf(evaluation, count)}
          rowKey={({ figure, measured }) => `${figure} ${measured}`}
        />
        <Explained>
          The area under the ROC curve is how often an address with illicit money scores above a clean one.
          What is missing to 1 is for the most part what nobody told the directory. A percent figure is cut,
          never rounded up.
        </Explained>
      </Card>
      <Card title="What this does not say">
        <Inset>
          <ul className={css.limits}>
            <li>
              Measured on {evaluation.seeds.length} simulated networks of a year (
              {count(evaluation.transactions)} Bitcoin transactions, {count(evaluation.addresses)} addresses
              scored) whose truth is known. They are made by the same people as the engine: figures on real
              data are worse.
            </li>
            <li>Ethereum, tokens, countries and real labeled data are not in these figures.</li>
            <li>
              The directory was the imperfect one of the demo. With yours, what is found directly depends on
              what it names.
            </li>
            <li>By the default profile and method; a profile of your own has not been measured.</li>
          </ul>
        </Inset>
      </Card>
      <Card title="What an address truly is, and its level">
        <RowTable
          words
          label="Levels by truth"
          columns={groupColumns}
          rows={groups}
          rowKey={({ group }) => group}
        />
      </Card>
      <Card title="Is the score a probability?">
        <Reliability bins={reliability} />
        <Explained>
          No. A score says how grave and how near, not how likely. Shown is how many addresses with such a
          score are truly bad: of an illicit actor, or at least a tenth from one or to one.
        </Explained>
      </Card>
      <Card title="Rules of behavior">
        <RowTable
          words
          label="Rules of behavior"
          columns={ruleColumns}
          rows={rules}
          rowKey={({ id }) => id}
        />
      </Card>
      <Card title="Detectors that scores rest on">
        <RowTable
          words
          label="Detectors"
          columns={detectorColumns}
          rows={detectors}
          rowKey={({ id }) => id}
        />
      </Card>
      <Card title="By illicit actor">
        <RowTable
          words
          label="By illicit actor"
          columns={actorColumns}
          rows={actors}
          rowKey={({ actor }) => actor}
        />
      </Card>
      <Card title="The four methods">
        <RowTable
          words
          label="The four methods"
          columns={methodColumns}
          rows={methods}
          rowKey={({ method }) => method}
        />
        <Explained>
          One score took {count(milliseconds.p50)} ms (median) and {count(milliseconds.p95)} ms (95 of 100)
          where this was measured, beside other work; that is no benchmark.
        </Explained>
      </Card>
    </>
  );
}

/** The error card of the engine: what was measured, also where it misses. */
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
            <LoadFailure title="The figures could not be loaded" error={error} onRetry={refetch} />
          </Card>
        ) : (
          <Card title="Reached and missed">
            <RowTableSkeleton rows={8} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}
