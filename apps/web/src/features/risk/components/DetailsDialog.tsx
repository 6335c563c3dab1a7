import type { RiskScore } from '@hopscope/contract';
import { useId, useState } from 'react';
import { levelDescriptions, outOf100 } from '../../../lib/risk/risk-level.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { RiskBadge } from '../../../shared/risk/RiskBadge.tsx';
import { Segmented } from '../../../ui/form/Segmented.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { coveredBy, partSentence, riskGroups } from '../model/score-text.ts';
import { Formula } from './cards/Formula.tsx';
import css from './DetailsDialog.module.css';
import { FactorRow } from './cards/FactorRow.tsx';

type Group = (typeof riskGroups)[number]['key'];

function ScoreTile({
  name,
  level,
  score,
  about,
  state,
}: {
  name: string;
  level: RiskScore['level'];
  score: number | null;
  about: string;
  state?: string;
}) {
  return (
    <div className={css.tile}>
      <Text tone={3} size={12}>
        {name}
      </Text>
      <div className={css.number}>{score ?? '?'}</div>
      <RiskBadge level={level} state={state} />
      <p>{about}</p>
    </div>
  );
}

function Body({ score }: { score: RiskScore }) {
  const [shown, setShown] = useState<Group>('entityRisk');
  const panel = useId();
  const group = score[shown];
  const name = riskGroups.find(({ key }) => key === shown)?.name ?? '';
  return (
    <>
      <Hash value={score.identifier} what="address" length="full" />
      <div className={css.tiles}>
        <ScoreTile
          name="Overall risk"
          level={score.level}
          score={score.score}
          state={score.state}
          about={score.reason ?? levelDescriptions[score.level]}
        />
        {riskGroups.map(({ key, name: title }) => (
          <ScoreTile
            key={key}
            name={`${title} risk`}
            about={partSentence(score[key])}
            level={score[key].level}
            score={score[key].aggregateScore === null ? null : outOf100(score[key].aggregateScore)}
          />
        ))}
      </div>
      <Formula score={score} />
      <Segmented
        label="Risk factors"
        value={shown}
        options={riskGroups.map(({ key, name: title }) => ({
          value: key,
          label: `${title} Risk Factors`,
        }))}
        onChange={setShown}
      />
      <div id={panel} className={css.panel}>
        {group.factors.length === 0 ? (
          <p className={css.none}>
            {group.aggregateScore === null
              ? `No data for ${name.toLowerCase()} risk.`
              : `No ${name.toLowerCase()} risk factors found in the assessed data.`}
          </p>
        ) : (
          <ul aria-label={`${name} Risk Factors`}>
            {group.factors.map((factor) => (
              <FactorRow
                key={factor.id}
                factor={factor}
                coin={score.basis.asset}
                score={score.score}
                covering={coveredBy(factor, group.factors)}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** Details of a score: four score cards, and its factors in three tabs. */
export function DetailsDialog({
  score,
  open,
  onClose,
}: {
  score: RiskScore;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog title="Risk Score Details" open={open} width={1000} onClose={onClose}>
      <Body score={score} />
    </Dialog>
  );
}
