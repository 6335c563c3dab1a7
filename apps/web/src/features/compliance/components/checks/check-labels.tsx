import type { ScreeningCheck } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Tag, type TagTone } from '../../../../ui/display/Tag.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';

type Decision = NonNullable<ScreeningCheck['decision']>;

export const decisionNames: Readonly<Record<Decision, string>> = {
  allow: 'Allow',
  review: 'Review',
  block: 'Block',
};
const tones: Readonly<Record<Decision, TagTone>> = { allow: 'green', review: 'orange', block: 'red' };

/** The decision of a check; pending without one. */
export function Decision({ decision }: Pick<ScreeningCheck, 'decision'>) {
  if (decision === null) return <Tag dashed>Pending</Tag>;
  return <Tag tone={tones[decision]}>{decisionNames[decision]}</Tag>;
}

/** The amount of a transfer; that of a token is in its smallest unit, with its contract. */
export function TransferAmount({ transfer }: Pick<ScreeningCheck, 'transfer'>) {
  const { amount, asset, blockchain } = transfer;
  if (asset === null) return <CoinAmount coin={chains[blockchain].coin} amount={amount} />;
  return (
    <Row gap={6}>
      <Text mono>{amount}</Text> <Hash plain value={asset} what="contract" />
    </Row>
  );
}

/** What the score of a check is of, with a link to it. */
export function CheckSubject({
  subject,
  full = false,
}: Pick<ScreeningCheck, 'subject'> & { full?: boolean }) {
  const { type, identifier } = subject;
  const length = full ? 'full' : 'short';
  if (type === 'address') {
    return (
      <Hash
        value={identifier}
        what="address"
        length={length}
        link={(content) => (
          <Link to="/home/risk-dashboard" search={{ address: identifier }}>
            {content}
          </Link>
        )}
      />
    );
  }
  return (
    <Hash
      value={identifier}
      what="transaction hash"
      length={length}
      link={(content) => (
        <Link to="/home/block-explorer/transaction/$txid" params={{ txid: identifier }}>
          {content}
        </Link>
      )}
    />
  );
}
