import { useState } from 'react';
import { methodNames } from '../../../../lib/risk/risk-level.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { StepPager } from '../../../../ui/display/StepPager.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { type ScoreHistoryRow, scoreHistoryPage, useScoreHistory } from '../../api/score-history.ts';
import { causeText, differenceSentences } from '../../model/score-history.ts';
import { shortHash } from '../../model/score-text.ts';
import { riskTexts } from '../../model/texts.ts';

function Differs({ row }: { row: ScoreHistoryRow }) {
  const sentences = differenceSentences(row);
  if (sentences.length === 0) return <Text tone={3}>First score with this profile</Text>;
  return sentences.map((sentence) => <div key={sentence}>{sentence}</div>);
}

function Basis({ row }: { row: ScoreHistoryRow }) {
  const { count } = useFormats();
  const { height, directoryVersion, method, profileVersion, hash } = row;
  return (
    <StackedText
      first={height === null ? 'no blocks' : `Block ${count(height)}`}
      second={`Directory ${count(directoryVersion)}, ${methodNames[method].toLowerCase()}, model ${shortHash(profileVersion)}, ${shortHash(hash)}`}
    />
  );
}

const columns: RowColumns<ScoreHistoryRow> = [
  {
    title: 'Time',
    render: (_, row) => (
      <StackedText first={<Time seconds={Date.parse(row.at) / 1000} to="minute" />} second={causeText(row)} />
    ),
  },
  {
    title: 'Score',
    render: (_, { level, score, state }) => <RiskBadge level={level} score={score} state={state} plain />,
  },
  { title: 'Changes', render: (_, row) => <Differs row={row} /> },
  { title: 'Basis', render: (_, row) => <Basis row={row} /> },
];

/** History of the score: each change with its causes. */
export function ScoreHistoryCard({ address }: { address: string }) {
  const { counted } = useFormats();
  const [page, setPage] = useState(1);
  const score = useRiskScore(address);
  const { data, error, isPlaceholderData, refetch } = useScoreHistory(address, page, score.data?.hash);
  return (
    <Card title="Score history">
      {score.error && !score.data ? (
        <EmptyState path="cut" title={riskTexts.scoreFailed} />
      ) : error ? (
        <LoadFailure title="Failed to load the history" error={error} onRetry={refetch} />
      ) : !data ? (
        <RowTableSkeleton rows={2} />
      ) : data.total === 0 ? (
        <EmptyState title="No history yet">
          A score is recorded when it differs from the previous one.
        </EmptyState>
      ) : (
        <>
          <RowTable
            label="Score history"
            columns={columns}
            rows={data.data}
            rowKey={({ at, hash }) => `${at} ${hash}`}
            stale={isPlaceholderData}
          />
          <TableFoot
            pager={
              <StepPager
                page={page}
                totalPages={Math.ceil(data.total / scoreHistoryPage)}
                onChange={setPage}
              />
            }
          >
            {counted(data.total, 'recorded score')}
          </TableFoot>
        </>
      )}
    </Card>
  );
}
