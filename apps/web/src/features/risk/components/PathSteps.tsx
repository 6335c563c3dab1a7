import type { RiskPathStep } from '@hopscope/contract';
import { chainOf, type Coin } from '@hopscope/domain';
import { ArrowDown } from 'lucide-react';
import { Text } from '../../../ui/text/Text.tsx';
import { CoinAmount } from '../../../shared/amount/CoinAmount.tsx';
import { percentOf } from '../model/exposures.ts';
import { AddressTab, TransactionTab } from './links.tsx';
import css from './PathSteps.module.css';

type Direction = 'backward' | 'forward';

/** The step in words; a converted one goes on in another asset, and a crossed one on another chain. */
function StepText({
  step: { transaction, amount, converted, odds },
  isConverted,
  isCrossed,
  coin,
  direction,
}: {
  step: RiskPathStep;
  /** A step before it was converted, so the amount moved in another asset. */
  isConverted: boolean;
  isCrossed: boolean;
  coin: Coin;
  direction: Direction;
}) {
  const backward = direction === 'backward';
  const value = <CoinAmount coin={coin} amount={amount} />;
  const link = <TransactionTab txid={transaction} />;
  if (odds !== null) {
    return (
      <span>
        {value} {backward ? 'probably came' : 'probably went'} through a mixer (odds {percentOf(odds)}):{' '}
        {backward ? 'paid in' : 'withdrawn'} in {link} {backward ? 'by' : 'for'}
      </span>
    );
  }
  if (!converted && isConverted) {
    return backward ? (
      <span>
        received what became {value} in {link} from
      </span>
    ) : (
      <span>
        sent what {value} became in {link} to
      </span>
    );
  }
  if (!converted) {
    return (
      <span>
        {backward ? 'received' : 'sent'} {value} in {link} {backward ? 'from' : 'to'}
      </span>
    );
  }
  const asset = converted.symbol ?? 'another asset';
  return (
    <span>
      {value} {isCrossed ? 'crossed a bridge' : 'converted'} {backward ? 'from' : 'to'} {asset} in {link}{' '}
      {backward ? 'by' : 'for'}
    </span>
  );
}

/** A path of transactions from the address outwards, hop by hop, with links to transactions and addresses. */
export function PathSteps({
  path,
  coin,
  direction,
}: {
  path: readonly RiskPathStep[];
  coin: Coin;
  direction: Direction;
}) {
  if (path.length === 0) return <Text tone={3}>No path</Text>;
  return (
    <ol className={css.path} aria-label="Path of transactions">
      <li className={css.stop}>
        <b>This address</b>
      </li>
      {path.map((step, i) => (
        <li key={`${i} ${step.transaction}`} className={css.step}>
          <div className={css.hop}>
            <ArrowDown size={14} strokeWidth={1.6} aria-hidden="true" />
            <StepText
              step={step}
              isConverted={path.slice(0, i).some((before) => before.converted !== null)}
              isCrossed={i > 0 && chainOf(step.transaction) !== chainOf(path[i - 1]?.transaction ?? '')}
              coin={coin}
              direction={direction}
            />
          </div>
          <div className={css.stop}>
            {step.address === null ? <Text tone={2}>No address</Text> : <AddressTab address={step.address} />}
          </div>
        </li>
      ))}
    </ol>
  );
}
