import type { ComplianceFinding } from '@hopscope/contract';
import { screenerBandOf } from '@hopscope/domain';
import { ArrowRight } from 'lucide-react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { basisWords, ownerWord, thresholdWord } from '../../model/finding-labels.ts';
import css from '../Findings.module.css';
import { AddressTab } from '../links.tsx';
import { ScoreBadge } from '../transaction/ScoreBadge.tsx';

type State = ComplianceFinding['after'];

function Score({ state: { riskScore, screening } }: { state: State }) {
  // A failed rescreening keeps the score; the state shows that it failed.
  const known = riskScore !== null && screening !== 'failed';
  return (
    <ScoreBadge
      riskScores={known ? [riskScore] : []}
      riskLevel={screenerBandOf(known ? riskScore : null)}
      screening={screening}
    />
  );
}

/** A finding: score, threshold, and counterparties before and after, and the versions behind both. */
export function FindingChange({ finding }: { finding: ComplianceFinding }) {
  const { count, exactTime } = useFormats();
  const { before, after, counterparties, release } = finding;
  const threshold = thresholdWord(finding);
  const basis = basisWords(finding, count);
  const failed = after.screening === 'failed';
  return (
    <div className={css.change}>
      <div className={css.scores}>
        <ScreenReaderText>Before: </ScreenReaderText>
        <Score state={before} />
        <ArrowRight size={14} aria-hidden="true" />
        <ScreenReaderText>after: </ScreenReaderText>
        <Score state={after} />
        {threshold !== undefined && <Tag tone={after.overThreshold ? 'red' : 'green'}>{threshold}</Tag>}
      </div>
      {failed && <Text tone={2}>Rescreening failed. The transaction is unchanged.</Text>}
      {counterparties.length > 0 && (
        <ul className={css.parties} aria-label="Counterparties that changed">
          {counterparties.map((party) => (
            <li key={party.address}>
              <AddressTab address={party.address} /> was {ownerWord(party.before)}, is now{' '}
              <b>{ownerWord(party.after)}</b>
            </li>
          ))}
        </ul>
      )}
      <p className={css.basis}>
        {release.source === null ? 'A removed list' : `List “${release.source}”`}, release{' '}
        {count(release.number)}
        {release.at !== null && `, ${exactTime(release.at)}`}
      </p>
      <p className={css.basis}>
        Before: {basis.before}. After: {basis.after}.
        {basis.laterBlocks && ' Payments in later blocks may contribute to the difference.'}
      </p>
    </div>
  );
}

/** Who reviewed a finding, or that nobody did. */
export function FindingSeen({ seen }: Pick<ComplianceFinding, 'seen'>) {
  const { exactTime } = useFormats();
  if (!seen) return <Tag tone="blue">New</Tag>;
  return (
    <Text tone={3} size={12}>
      Reviewed by {seen.by.name}, {exactTime(seen.at)}
      {seen.note !== null && `: ${seen.note}`}
    </Text>
  );
}
