import type { CounterpartyView } from '@hopscope/contract';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { crossingProofNames, crossingProofReasons } from '../../model/text/ethereum-text.ts';
import { AddressLink, TransactionLink } from '../links.tsx';

/** A counterparty; if it is a bridge, with who is on the other side, as far as both ledgers agree. */
export function CounterpartyName({ row: { address, through } }: { row: CounterpartyView }) {
  if (through.length === 0) return <AddressLink address={address} />;
  return (
    <Stack gap={4}>
      <AddressLink address={address} />
      <div data-lines>
        {through.map(({ txid, protocol, accounts, account_count: total, transaction, proof }) => (
          <Row key={`${txid} ${transaction}`} wrap gap={6}>
            <Text tone={3} size={12}>
              through {protocol}:
            </Text>
            {accounts.map((account) => (
              <AddressLink key={account} address={account} />
            ))}
            <Text tone={3} size={12}>
              {total > accounts.length && `and ${total - accounts.length} more, `}in
            </Text>
            <TransactionLink txid={transaction} />
            <Tag title={crossingProofReasons[proof]}>{crossingProofNames[proof]}</Tag>
          </Row>
        ))}
      </div>
    </Stack>
  );
}
