import type { TransactionContext, TransactionView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import {
  crossingProofNames,
  crossingProofReasons,
  payoutProofReasons,
} from '../../model/text/ethereum-text.ts';
import { CrossedAmount } from '../ethereum/Crossings.tsx';
import { AddressLink, TransactionLink } from '../links.tsx';

type Payout = TransactionContext['payouts'][number];
type Deposit = TransactionContext['deposits'][number];

function PayoutRow({ payout, tx }: { payout: Payout; tx: TransactionView }) {
  const { output, protocol, transaction, sender, proof } = payout;
  const paid = tx.outputs[output];
  return (
    <CallTree label="Crossing">
      <CallRow depth={0} end={<CrossedAmount crossing={payout} full />}>
        <Text>From Ethereum</Text>
        <Text tone={3}>for</Text>
        <TransactionLink txid={transaction} />
      </CallRow>
      <CallRow depth={0}>
        <Text tone={3}>sent by</Text>
        <AddressLink address={sender} />
      </CallRow>
      {paid?.addr != null && (
        <CallRow depth={0} end={<Amount sats={paid.amt} unit />}>
          <Text tone={3}>received by</Text>
          <AddressLink address={paid.addr} />
        </CallRow>
      )}
      <CallRow depth={0} end={<Tag title={payoutProofReasons[proof]}>{crossingProofNames[proof]}</Tag>}>
        <Text tone={3} size={12}>
          Through {protocol}
        </Text>
      </CallRow>
    </CallTree>
  );
}

function DepositRow({ deposit, tx }: { deposit: Deposit; tx: TransactionView }) {
  const { output, protocol, transaction, recipient, proof } = deposit;
  const given = tx.outputs[output];
  return (
    <CallTree label="Crossing">
      <CallRow depth={0} end={<CrossedAmount crossing={deposit} full />}>
        <Text>To Ethereum</Text>
        <Text tone={3}>in</Text>
        <TransactionLink txid={transaction} />
      </CallRow>
      <CallRow depth={0}>
        <Text tone={3}>received by</Text>
        <AddressLink address={recipient} />
      </CallRow>
      {given?.addr != null && (
        <CallRow depth={0} end={<Amount sats={given.amt} unit />}>
          <Text tone={3}>given to the bridge at</Text>
          <AddressLink address={given.addr} />
        </CallRow>
      )}
      <CallRow depth={0} end={<Tag title={crossingProofReasons[proof]}>{crossingProofNames[proof]}</Tag>}>
        <Text tone={3} size={12}>
          Through {protocol}
        </Text>
      </CallRow>
    </CallTree>
  );
}

/** What a transaction paid for deposits on Ethereum, and what bridges paid there for its outputs. */
export function BitcoinCrossings({
  tx,
  payouts,
  deposits,
}: {
  tx: TransactionView;
  payouts: readonly Payout[];
  deposits: readonly Deposit[];
}) {
  const { count } = useFormats();
  const crossings = payouts.length + deposits.length;
  if (crossings === 0) return null;
  return (
    <Card title="Crossings" count={count(crossings)} extra={<LearnMore about="crossings" />}>
      {deposits.map((deposit) => (
        <DepositRow key={`${deposit.transaction} ${deposit.output}`} deposit={deposit} tx={tx} />
      ))}
      {payouts.map((payout) => (
        <PayoutRow key={`${payout.transaction} ${payout.output}`} payout={payout} tx={tx} />
      ))}
    </Card>
  );
}
