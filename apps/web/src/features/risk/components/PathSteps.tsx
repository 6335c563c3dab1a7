import type { RiskPathStep } from '@hopscope/contract';
import type { Coin } from '@hopscope/domain';
import { ArrowDown } from 'lucide-react';
import { Text } from '../../../ui/text/Text.tsx';
import { CoinAmount } from '../../../shared/amount/CoinAmount.tsx';
import { AddressTab, TransactionTab } from './links.tsx';
import css from './PathSteps.module.css';

/** A path of transactions from the address outwards, hop by hop, with links to transactions and addresses. */
export function PathSteps({
  path,
  coin,
  direction,
}: {
  path: readonly RiskPathStep[];
  coin: Coin;
  direction: 'backward' | 'forward';
}) {
  if (path.length === 0) return <Text tone={3}>No path</Text>;
  return (
    <ol className={css.path} aria-label="Path of transactions">
      <li className={css.stop}>
        <b>This address</b>
      </li>
      {path.map(({ transaction, address, amount }, i) => (
        <li key={`${i} ${transaction}`} className={css.step}>
          <div className={css.hop}>
            <ArrowDown size={14} strokeWidth={1.6} aria-hidden="true" />
            <span>
              {direction === 'backward' ? 'received' : 'sent'} <CoinAmount coin={coin} amount={amount} /> in{' '}
              <TransactionTab txid={transaction} /> {direction === 'backward' ? 'from' : 'to'}
            </span>
          </div>
          <div className={css.stop}>
            {address === null ? <Text tone={2}>No address</Text> : <AddressTab address={address} />}
          </div>
        </li>
      ))}
    </ol>
  );
}
