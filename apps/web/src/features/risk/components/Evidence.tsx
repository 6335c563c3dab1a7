import type { RiskExposure, RiskFactor } from '@hopscope/contract';
import type { Coin } from '@hopscope/domain';
import { tagText } from '../../../lib/text/entity-labels.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { CoinAmount } from '../../../shared/amount/CoinAmount.tsx';
import css from './Evidence.module.css';
import { AddressTab, TransactionTab } from './links.tsx';

/** The largest transactions that support a finding. */
export function EvidenceList({
  evidence,
  transactions,
  coin,
}: {
  evidence: RiskFactor['evidence'];
  transactions: number;
  coin: Coin;
}) {
  const { count, counted } = useFormats();
  if (evidence.length === 0) return null;
  return (
    <section>
      <h4 className={css.title}>
        {transactions > evidence.length
          ? `Largest ${count(evidence.length)} of ${counted(transactions, 'transaction')}`
          : counted(transactions, 'transaction')}
      </h4>
      <ul className={css.list} aria-label="Evidence">
        {evidence.map(({ transaction, amount, hops }) => (
          <li key={`${transaction} ${hops ?? ''} ${amount}`}>
            <TransactionTab txid={transaction} length="medium" />
            <span>
              {amount !== '0' && <CoinAmount coin={coin} amount={amount} />}
              {hops !== null && <Text tone={3}> · {counted(hops, 'hop')}</Text>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Attributions of an address with source and date. */
export function LabelList({ labels }: { labels: RiskExposure['labels'] }) {
  if (labels.length === 0) return null;
  return (
    <section>
      <h4 className={css.title}>Attributions</h4>
      <ul className={css.list} aria-label="Attributions">
        {labels.map(({ name, categories, address, kind, confidence, source, since }) => (
          <li key={`${address} ${name} ${source}`}>
            <span>
              {name}: {categories.map(tagText).join(', ')}
              <Text tone={3} size={12}>
                {' '}
                {kind}, source: {source}
                {since !== null && `, since ${since}`}, confidence {confidence}
              </Text>
            </span>
            <AddressTab address={address} />
          </li>
        ))}
      </ul>
    </section>
  );
}
