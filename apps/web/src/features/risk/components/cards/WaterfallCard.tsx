import type { RiskScore } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { levelNames, verdictName } from '../../../../lib/risk/risk-level.ts';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { riskMark } from '../../../../shared/risk/risk-colors.ts';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import { Waterfall } from '../../../../ui/chart/Waterfall.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useRecount } from '../../api/risk.ts';
import { type WhatIf, whatIfs } from '../../model/score-text.ts';
import { riskTexts } from '../../model/texts.ts';

const title = 'Composition of the score';

const columns: RowColumns<WhatIf> = [
  { title: 'Factor', render: (_, { factor }) => factor.name },
  { title: 'Points', align: 'right', render: (_, { factor }) => `+${factor.points}` },
  {
    title: 'Score without it',
    render: (_, { without, level }) => <RiskBadge level={level} score={without} plain />,
  },
  {
    title: 'Change',
    align: 'right',
    render: (_, { change }) =>
      change === 0 ? <Text tone={3}>None</Text> : change < 0 ? `−${-change}` : `+${change}`,
  },
];

/** What a recounted score says, next to the one that counts. */
function Result({ score, off, onReset }: { score: RiskScore; off: readonly string[]; onReset: () => void }) {
  const recount = useRecount(score.identifier, off);
  if (off.length === 0) return <>Switch a factor off to see the score without it.</>;
  if (recount.error) return <>{failureMessage(recount.error, riskTexts.calculationFailed)}</>;
  const { data } = recount;
  return (
    <>
      <span role="status">
        {data
          ? `Without ${off.length === 1 ? 'this factor' : `these ${off.length} factors`}: ${
              data.score === null
                ? verdictName('unknown', data.state)
                : `${data.score} ${levelNames[data.level]}`
            } instead of ${score.score ?? ''}.`
          : 'Calculating the score'}
      </span>{' '}
      <TextButton onClick={onReset}>Count all factors</TextButton>
    </>
  );
}

function Steps({ score }: { score: RiskScore }) {
  const [off, setOff] = useState<readonly string[]>([]);
  const recount = useRecount(score.identifier, off);
  const now = off.length === 0 ? undefined : recount.data;
  const points = now && new Map(now.factors.map((factor) => [factor.id, factor.points]));
  const factors = whatIfs(score)
    .map(({ factor }) => factor)
    .toSorted((a, b) => b.contribution - a.contribution || b.score - a.score);
  const level = now ? now.level : score.level;
  return (
    <>
      <Waterfall
        label={`Factors that add up to the score of ${score.score ?? 'unknown'}`}
        steps={factors.map(({ id, name, severity, points: own }) => ({
          key: id,
          name,
          points: points ? (points.get(id) ?? 0) : own,
          color: riskMark(severity),
          on: !off.includes(id),
        }))}
        total={{ name: 'Score', points: now ? now.score : score.score, color: riskMark(level) }}
        most={100}
        onSwitch={(id, on) => setOff(on ? off.filter((other) => other !== id) : [...off, id])}
      />
      <TableFoot>
        <span>
          <Result score={score} off={off} onReset={() => setOff([])} />
        </span>
      </TableFoot>
    </>
  );
}

/** Shows how the points of the factors add up to the score, and recounts it without those that are switched off. */
export function WaterfallCard({ address }: { address: string }) {
  const { data, error } = useRiskScore(address);
  const rows = data?.state === 'scored' ? whatIfs(data) : [];
  return (
    <ChartCard
      title={title}
      file={`score-${address}`}
      {...(rows.length > 0 && {
        table: (
          <RowTable
            label="Score without each factor"
            columns={columns}
            rows={rows}
            rowKey={({ factor }) => factor.id}
          />
        ),
      })}
    >
      {data ? (
        rows.length === 0 ? (
          <EmptyState title={data.state === 'scored' ? 'No findings' : riskTexts.noRisk}>
            {data.state === 'scored' ? 'No factors found in the assessed data' : data.reason}
          </EmptyState>
        ) : (
          <Steps key={data.hash} score={data} />
        )
      ) : error ? (
        <EmptyState path="cut" title={riskTexts.scoreFailed} />
      ) : (
        <RowTableSkeleton rows={5} />
      )}
    </ChartCard>
  );
}
