import type { EthereumContract } from '@hopscope/contract';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { DescriptionList, type Fact } from '../../../../ui/display/DescriptionList.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { AddressLink, TransactionLink } from '../links.tsx';

const zeroAddress = /^0x0{40}$/;

/** An account that a contract names, with the transaction of its event. */
function Named({ named, when = 'since' }: { named: NonNullable<EthereumContract['owner']>; when?: string }) {
  const { account, transaction, timestamp } = named;
  return (
    <Stack gap={4}>
      {zeroAddress.test(account) ? <Text>None (zero address)</Text> : <AddressLink address={account} />}
      <Text tone={3} size={12}>
        {when} <Time seconds={timestamp} to="minute" />, in <TransactionLink txid={transaction} />
      </Text>
    </Stack>
  );
}

/** Who deployed a contract, and what it states about itself: its owner, whose code it runs, whom it passes deposits on to. */
export function ContractCard({
  contract: { deployer, owner, implementation, deposits_to: depositsTo },
  createdBy,
}: {
  contract: EthereumContract;
  createdBy: string | null;
}) {
  const facts: Fact[] = [];
  if (deployer !== null) facts.push(['Deployed by', <AddressLink key="deployer" address={deployer} />]);
  if (createdBy !== null) facts.push(['Created in', <TransactionLink key="created" txid={createdBy} />]);
  if (owner) facts.push(['Owner', <Named key="owner" named={owner} />]);
  if (implementation) facts.push(['Implementation', <Named key="code" named={implementation} />]);
  if (depositsTo) facts.push(['Passes deposits on to', <Named key="to" named={depositsTo} when="last" />]);
  if (facts.length === 0) return null;
  return (
    <Card title="Contract" extra={<LearnMore about="contracts" />}>
      <Inset>
        <DescriptionList facts={facts} />
      </Inset>
    </Card>
  );
}
