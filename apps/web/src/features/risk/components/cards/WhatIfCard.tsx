import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { type RowColumns, RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { type WhatIf, whatIfs } from '../../model/score-text.ts';
import { riskTexts } from '../../model/texts.ts';

const columns: RowColumns<WhatIf> = [
  { title: 'Without', render: (_, { factor }) => factor.name },
  {
    title: 'The score would be',
    render: (_, { without, level }) => <RiskBadge level={level} score={without} plain />,
  },
  {
    title: 'Change',
    align: 'right',
    render: (_, { change }) =>
      change === 0 ? <Text tone={3}>none</Text> : change < 0 ? `−${-change}` : `+${change}`,
  },
];

/** What the score would be without each of its factors. */
export function WhatIfCard({ address }: { address: string }) {
  const { data, error } = useRiskScore(address);
  const rows = data?.state === 'scored' ? whatIfs(data) : [];
  return (
    <Card title="What would change this score">
      {data ? (
        rows.length === 0 ? (
          <EmptyState title={data.state === 'scored' ? 'No findings' : riskTexts.noRisk}>
            {data.state === 'scored' ? 'There is no factor to leave out.' : data.reason}
          </EmptyState>
        ) : (
          <RowTable
            label="Score without each factor"
            columns={columns}
            rows={rows}
            rowKey={({ factor }) => factor.id}
          />
        )
      ) : error ? (
        <EmptyState path="cut" title={riskTexts.scoreFailed} />
      ) : (
        <RowTableSkeleton rows={3} />
      )}
    </Card>
  );
}
