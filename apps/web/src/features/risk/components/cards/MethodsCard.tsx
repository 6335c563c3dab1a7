import { useState } from 'react';
import { methodNames } from '../../../../lib/risk/risk-level.ts';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { type RowColumns, RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useRiskMethods } from '../../api/risk.ts';
import { percentOf } from '../../model/exposures.ts';
import { methodTexts } from '../../model/score-text.ts';

type Method = NonNullable<ReturnType<typeof useRiskMethods>['data']>[number];

const columns: RowColumns<Method> = [
  {
    title: 'Method',
    render: (_, { method }) => <StackedText first={methodNames[method]} second={methodTexts[method]} />,
  },
  {
    title: 'Score',
    render: (_, { level, score, state }) => <RiskBadge level={level} score={score} state={state} plain />,
  },
  {
    title: 'Largest exposures',
    render: (_, { categories }) =>
      categories.length === 0 ? (
        <Text tone={3}>None</Text>
      ) : (
        categories
          .toSorted((a, b) => b.share - a.share)
          .slice(0, 2)
          .map(({ categoryName, share, direction }) => (
            <div key={`${direction} ${categoryName}`}>
              {categoryName}, {direction === 'backward' ? 'received' : 'sent'}: {percentOf(share)}
            </div>
          ))
      ),
  },
];

/** Compares the score by the four taint methods. */
export function MethodsCard({ address }: { address: string }) {
  const [wanted, setWanted] = useState(false);
  const { data: score } = useRiskScore(address);
  const { data, error, refetch } = useRiskMethods(address, wanted);
  return (
    <Card title="Taint methods">
      {!wanted ? (
        <Inset>
          <Stack gap={12}>
            <Text tone={2} size={13}>
              When funds are mixed, inputs cannot be matched to outputs. Each method attributes them
              differently
              {score && `; the score above is by ${methodNames[score.basis.method].toLowerCase()}`}.
            </Text>
            <span>
              <Button onClick={() => setWanted(true)}>Compare methods</Button>
            </span>
          </Stack>
        </Inset>
      ) : data ? (
        <RowTable
          label="Score by method"
          words
          columns={columns}
          rows={data}
          rowKey={({ method }) => method}
        />
      ) : error ? (
        <LoadFailure title="Failed to compare the methods" error={error} onRetry={refetch} />
      ) : (
        <RowTableSkeleton rows={4} />
      )}
    </Card>
  );
}
