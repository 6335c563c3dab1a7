import type { TransactionContext, TransactionView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { crossingProofNames, payoutProofReasons } from '../../model/text/ethereum-text.ts';
import { CrossedAmount } from '../ethereum/Crossings.tsx';
import { AddressLink, TransactionLink } from '../links.tsx';

type Payout = TransactionContext['payouts'][number];

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
        <CallRow depth={0} end={<Amount sats={paid.amt} />}>
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

/** What a transaction paid for deposits on Ethereum. */
export function Payouts({ tx, payouts }: { tx: TransactionView; payouts: readonly Payout[] }) {
  const { count } = useFormats();
  if (payouts.length === 0) return null;
  return (
    <Card title="Crossings" count={count(payouts.length)} extra={<LearnMore about="crossings" />}>
      {payouts.map((payout) => (
        <PayoutRow key={`${payout.transaction} ${payout.output}`} payout={payout} tx={tx} />
      ))}
    </Card>
  );
}
