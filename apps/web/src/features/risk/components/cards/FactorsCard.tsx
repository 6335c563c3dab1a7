import type { RiskScore } from '@hopscope/contract';
import { useState } from 'react';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { coveredBy, factorsOf } from '../../model/score-text.ts';
import { riskTexts } from '../../model/texts.ts';
import css from './FactorsCard.module.css';
import { FactorRow } from './FactorRow.tsx';

const shownAtFirst = 5;

/** What was not looked at, so that nobody takes it for clean. */
export function NotAssessed({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul className={css.not} aria-label="Not looked at">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Factors({ score }: { score: RiskScore }) {
  const { counted } = useFormats();
  const [all, setAll] = useState(false);
  const factors = factorsOf(score);
  const rest = factors.slice(shownAtFirst);
  const shown = all ? factors : factors.slice(0, shownAtFirst);
  if (factors.length === 0) {
    return (
      <EmptyState title={score.state === 'scored' ? 'No findings' : riskTexts.noRisk}>
        {score.state === 'scored'
          ? 'Nothing that adds to the score was found in what could be looked at.'
          : (score.reason ?? riskTexts.noScore)}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Factors">
        {shown.map((factor) => (
          <FactorRow
            key={factor.id}
            factor={factor}
            coin={score.basis.asset}
            score={score.score}
            covering={coveredBy(factor, factors)}
          />
        ))}
      </ul>
      {rest.length > 0 && (
        <div className={css.foot}>
          <TextButton expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : counted(rest.length, 'more factor')}
          </TextButton>
          {!all && <b>+{rest.reduce((sum, { points }) => sum + points, 0)}</b>}
        </div>
      )}
    </>
  );
}

/** The factors of the score, the gravest first; their points add up to it. */
export function FactorsCard({ address }: { address: string }) {
  const { counted } = useFormats();
  const { data, error } = useRiskScore(address);
  const found = data && factorsOf(data).length;
  return (
    <Card
      title="What drives it"
      {...(found !== undefined && found > 0 && { count: counted(found, 'factor') })}
      extra={
        <Text tone={3} size={12}>
          points
        </Text>
      }
    >
      {data ? (
        <>
          <Factors score={data} />
          <NotAssessed sentences={data.notAssessed} />
        </>
      ) : error ? (
        <EmptyState path="cut" title={riskTexts.scoreFailed} />
      ) : (
        <RowTableSkeleton rows={5} kind="facts" />
      )}
    </Card>
  );
}
