import type { RiskFactor } from '@hopscope/contract';
import type { Coin } from '@hopscope/domain';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { outOf100 } from '../../../../lib/risk/risk-level.ts';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useEvaluation } from '../../api/evaluation.ts';
import { measuredSentence } from '../../model/measured.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { EvidenceList, LabelList } from '../Evidence.tsx';
import evidenceCss from '../Evidence.module.css';
import css from './FactorRow.module.css';
import { HopMark } from '../../../../shared/risk/HopMark.tsx';
import { NewTab } from '../links.tsx';
import { PathSteps } from '../PathSteps.tsx';

function Entities({ factor, coin }: { factor: RiskFactor; coin: Coin }) {
  const { counted } = useFormats();
  return factor.entities.map(({ id, name, amount, hops, path }) => (
    <section key={`${id ?? ''} ${name} ${hops}`}>
      <h4 className={evidenceCss.title}>
        {id === null ? (
          name
        ) : (
          <NewTab href={`/home/blockham?entity=${encodeURIComponent(id)}`}>{name}</NewTab>
        )}
        : <CoinAmount coin={coin} amount={amount} />, {counted(hops, 'hop')}
      </h4>
      <PathSteps path={path} coin={coin} direction={factor.direction ?? 'backward'} />
    </section>
  ));
}

/** Score without this factor. */
export function WithoutIt({ factor, score }: { factor: RiskFactor; score: number | null }) {
  if (score === null) return null;
  const without = outOf100(factor.without);
  return (
    <Text tone={2} size={13}>
      Without this factor, the score would be <b>{without}</b> instead of {score}
      {without === score && ': other findings determine it'}.
    </Text>
  );
}

/** Measured accuracy of the rule behind a factor. */
function Measured({ factor }: { factor: RiskFactor }) {
  const { count } = useFormats();
  const { data } = useEvaluation();
  const sentence = data && measuredSentence(factor, data, count);
  if (!data) return null;
  return (
    <Text tone={2} size={13}>
      {sentence ?? 'Accuracy not measured separately.'}{' '}
      <NewTab href="/home/risk-dashboard/how-good">Model quality</NewTab>
    </Text>
  );
}

/** A factor with severity, description, and points; expands to transactions, entities, path, and attributions. */
export function FactorRow({
  factor,
  coin,
  score,
  covering,
}: {
  factor: RiskFactor;
  coin: Coin;
  score: number | null;
  /** The factor that already covers this one, if it adds no points. */
  covering: RiskFactor | undefined;
}) {
  const { counted } = useFormats();
  const [open, setOpen] = useState(false);
  const detail = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li className={css.item}>
      <div className={css.row}>
        <span className={css.level}>
          <RiskBadge level={factor.severity} score={outOf100(factor.score)} />
        </span>
        <div className={css.words}>
          <h3>{factor.name}</h3>
          <p>
            {covering ? `${factor.description}. Already covered by ${covering.name}.` : factor.description}{' '}
            <button
              type="button"
              className={css.more}
              aria-expanded={open}
              aria-controls={detail}
              aria-label={`Evidence of ${factor.name}`}
              onClick={() => setOpen(!open)}
            >
              <Chevron size={12} strokeWidth={2} aria-hidden="true" />
              {factor.transactions > 0 ? counted(factor.transactions, 'transaction') : 'Evidence'}
            </button>
          </p>
        </div>
        <span className={css.hops}>
          {factor.hops !== null && factor.hops > 0 && <HopMark hops={factor.hops} level={factor.severity} />}
        </span>
        <span className={css.points} aria-label={`adds ${counted(factor.points, 'point')}`}>
          +{factor.points}
        </span>
      </div>
      <div id={detail} hidden={!open} className={css.detail}>
        {open && (
          <>
            <WithoutIt factor={factor} score={score} />
            <Measured factor={factor} />
            <Entities factor={factor} coin={coin} />
            <EvidenceList evidence={factor.evidence} transactions={factor.transactions} coin={coin} />
            <LabelList labels={factor.labels} />
          </>
        )}
      </div>
    </li>
  );
}
