import { Link } from '@tanstack/react-router';
import type { RiskScore } from '@hopscope/contract';
import { chains, isExceptional, otherChain } from '@hopscope/domain';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import {
  levelDescriptions,
  notEnoughSeen,
  outOf100,
  methodNames,
  verdictName,
} from '../../../../lib/risk/risk-level.ts';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CopyButton } from '../../../../ui/button/CopyButton.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { CitedFigure } from '../../../../shared/evidence/FigureEvidence.tsx';
import { riskColors } from '../../../../shared/risk/risk-colors.ts';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { coverageSentence, percentOf, tracedShare } from '../../model/exposures.ts';
import { drivingSentence, hasFactors, riskGroups, shortHash } from '../../model/score-text.ts';
import { riskTexts } from '../../model/texts.ts';
import { DetailsDialog } from '../DetailsDialog.tsx';
import { Formula } from './Formula.tsx';
import { RiskGauge } from './RiskGauge.tsx';
import css from './ScoreCard.module.css';

/** The yellow error box (R-8.25) with a retry button. */
export function ScoreError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Notice kind="warning" icon={<TriangleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
      <div role="alert">
        <b>{riskTexts.scoreError}</b>
        <p>{riskTexts.scoreFailed}</p>
        {message !== riskTexts.scoreFailed && <p>{message}</p>}
      </div>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  );
}

/** Score and bar of a group; "Unknown" without data. */
export function GroupBar({ name, group }: { name: string; group: RiskScore['entityRisk'] }) {
  const score = group.aggregateScore === null ? null : outOf100(group.aggregateScore);
  return (
    <div style={riskColors(group.level)}>
      <div className={css.groupHead}>
        <span>{name}</span>
        {score === null ? (
          <Text tone={3} unknown title="No data">
            Unknown
          </Text>
        ) : (
          <b>{score}</b>
        )}
      </div>
      <div className={score === null ? `${css.bar} ${css.open}` : css.bar}>
        {score !== null && (
          <i className={isExceptional(score) ? css.exception : undefined} style={{ width: `${score}%` }} />
        )}
      </div>
    </div>
  );
}

/** Inputs of the score in full, with a citation; `npm run verify-score` recomputes it from its record. */
function ScoreEvidence({ score }: { score: RiskScore }) {
  const { count } = useFormats();
  const { basis, hash, identifier, level, state } = score;
  const { profile, height, other, directoryVersion, method } = basis;
  const crossed = chains[otherChain(basis.blockchain)].name;
  const value = score.score === null ? verdictName(level, state) : `${score.score} of 100`;
  return (
    <CitedFigure
      figure={{ label: 'Risk score', value, subject: identifier }}
      facts={[
        ['Model', `${profile.name}, version ${profile.version}`],
        ['Block', height === null ? 'None' : count(height)],
        ...(other ? [[`Block of ${crossed}`, count(other.height)] as const] : []),
        ['Directory', `version ${count(directoryVersion)}`],
        ['Method', methodNames[method]],
        ['Hash', hash],
        ['Recompute', 'Take the record (JSON) and run npm run verify-score'],
      ]}
      cited={[
        `Model ${profile.name} ${profile.version}, block ${height ?? 'none'}${other ? `, block ${other.height} of ${crossed}` : ''}, directory ${directoryVersion}, ${method}, hash ${hash}`,
      ]}
    />
  );
}

/** Inputs that reproduce the score: model, block, directory, method, and hash. */
export function BasisLine({ score }: { score: RiskScore }) {
  const { basis, hash } = score;
  const { count } = useFormats();
  const { profile, height, directoryVersion, method } = basis;
  return (
    <p className={css.basis}>
      <span title={`Version ${profile.version}`}>
        Model {profile.name} {shortHash(profile.version)}
      </span>{' '}
      · {height === null ? 'no blocks' : `data to block ${count(height)}`} · directory{' '}
      {count(directoryVersion)} · {methodNames[method].toLowerCase()} ·{' '}
      <span className={css.hash} title={hash}>
        {shortHash(hash)} <CopyButton text={hash} what="score hash" />
      </span>
      <ScoreEvidence score={score} />
    </p>
  );
}

const emptyTitles = {
  nothing_known: riskTexts.noScore,
  not_enough_seen: notEnoughSeen,
  not_covered: 'Not in the ledger',
} as const;

function Answer({ score, onRetry }: { score: RiskScore; onRetry: () => void }) {
  const { state } = score;
  if (state === 'failed') {
    return (
      <Inset>
        <ScoreError message={score.reason ?? riskTexts.scoreFailed} onRetry={onRetry} />
      </Inset>
    );
  }
  const traced = tracedShare(score.walks);
  return (
    <>
      <div className={css.score}>
        <div className={css.gauge}>
          <RiskGauge score={score.score} level={score.level} state={state} traced={traced} />
          {traced !== null && (
            <Text tone={3} size={12} title={score.walks.map(coverageSentence).join(' ')}>
              {percentOf(traced)} traced
            </Text>
          )}
        </div>
        {state === 'scored' ? (
          <div className={css.groups}>
            {riskGroups.map(({ key, name }) => (
              <GroupBar key={key} name={name} group={score[key]} />
            ))}
          </div>
        ) : (
          <Stack gap={4}>
            <b>{emptyTitles[state]}</b>
            <Text tone={2} size={13}>
              {state === 'not_enough_seen'
                ? 'Not a low score: most funds could not be traced to a known entity.'
                : `${levelDescriptions.unknown}. This is not a score of 0.`}
            </Text>
          </Stack>
        )}
      </div>
      <div className={css.words}>
        {state === 'scored' && <p>{levelDescriptions[score.level]}</p>}
        <p>{drivingSentence(score)}</p>
        <Formula score={score} />
        <BasisLine score={score} />
        <p className={css.basis}>
          <Link to="/home/risk-dashboard/how-good" target="_blank" rel="noopener">
            Model quality
          </Link>{' '}
          · <LearnMore about="risk" />
        </p>
      </div>
    </>
  );
}

/** Score of the address with its three parts, main factors, and basis. */
export function ScoreCard({ address }: { address: string }) {
  const { data, error, refetch } = useRiskScore(address);
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Risk score"
      {...(data &&
        hasFactors(data) && {
          extra: <TextButton onClick={() => setOpen(true)}>See Details</TextButton>,
        })}
    >
      {data ? (
        <Answer score={data} onRetry={() => void refetch()} />
      ) : error ? (
        <Inset>
          <ScoreError
            message={failureMessage(error, riskTexts.calculationFailed)}
            onRetry={() => void refetch()}
          />
        </Inset>
      ) : (
        <div className={css.score}>
          <Row>
            <Skeleton width={148} height={148} />
          </Row>
          <div className={css.groups}>
            {riskGroups.map(({ key }) => (
              <Skeleton key={key} width="100%" height={22} />
            ))}
          </div>
        </div>
      )}
      {data && hasFactors(data) && <DetailsDialog score={data} open={open} onClose={() => setOpen(false)} />}
    </Card>
  );
}
