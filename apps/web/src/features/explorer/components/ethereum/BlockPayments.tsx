import type { EthereumBlockView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Folded } from '../Folded.tsx';
import { AddressLink } from '../links.tsx';
import { Ether } from './assets.tsx';

const rewardNames = { block: 'Block', uncle: 'Uncle' } as const;

/** New ether of a block and its recipients. */
export function BlockRewards({ rewards }: { rewards: EthereumBlockView['rewards'] }) {
  if (rewards.length === 0) return null;
  return (
    <Card title="Rewards">
      <CallTree label="Rewards">
        {rewards.map(({ kind, addr, amt }, index) => (
          <CallRow key={index} depth={0} end={<Ether wei={amt} />}>
            <Text tone={2}>{rewardNames[kind]}</Text>
            <AddressLink address={addr} />
          </CallRow>
        ))}
      </CallTree>
    </Card>
  );
}

/** Withdrawals from the beacon chain (EIP-4895). */
export function Withdrawals({ withdrawals }: { withdrawals: EthereumBlockView['withdrawals'] }) {
  const { count } = useFormats();
  if (withdrawals === null || withdrawals.length === 0) return null;
  return (
    <Card title="Withdrawals" count={count(withdrawals.length)}>
      <Folded rows={withdrawals}>
        {(shown) => (
          <CallTree label="Withdrawals">
            {shown.map(({ index, validator_index, addr, amt }) => (
              <CallRow key={index} depth={0} end={<Ether wei={amt} />}>
                <AddressLink address={addr} />
                <Text tone={3} size={12}>
                  validator {count(BigInt(validator_index))}
                </Text>
              </CallRow>
            ))}
          </CallTree>
        )}
      </Folded>
    </Card>
  );
}
