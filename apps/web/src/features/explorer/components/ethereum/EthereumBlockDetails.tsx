import type { EthereumBlockView } from '@hopscope/contract';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { type Fact, DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { AddressLink, BlockHashLink } from '../links.tsx';

function root(name: string, value: string | null): Fact[] {
  return value === null
    ? []
    : [[name, <Hash key={name} value={value} what={name.toLowerCase()} length="medium" />]];
}

function plain(name: string, value: ReactNode | null): Fact[] {
  return value === null ? [] : [[name, value]];
}

/** Everything that the header of a block says; what its fork does not have is left out. */
export function EthereumBlockDetails({ block }: { block: EthereumBlockView }) {
  const { count } = useFormats();
  const number = (text: string | null) => (text === null ? null : count(BigInt(text)));
  const merged = block.difficulty === '0';
  return (
    <DescriptionList
      facts={[
        ['Height', count(block.number)],
        ['Time', <Time key="w" seconds={block.timestamp} to="second" />],
        [merged ? 'Fee recipient' : 'Miner', <AddressLink key="a" address={block.miner} />],
        [
          'Previous',
          block.number === 0 ? 'none, first block' : <BlockHashLink key="p" hash={block.previous_hash} />,
        ],
        [
          'Next',
          block.next_hash === null ? 'not in the ledger' : <BlockHashLink key="n" hash={block.next_hash} />,
        ],
        ...plain('Size', block.size === null ? null : `${count(block.size)} bytes`),
        ...plain('Difficulty', merged ? null : number(block.difficulty)),
        ...plain('Blob gas', number(block.blob_gas_used)),
        ...plain('Blob excess', number(block.excess_blob_gas)),
        ...root('State root', block.state_root),
        ...root('Tx root', block.transactions_root),
        ...root('Receipt root', block.receipts_root),
        ...root('Withdrawals', block.withdrawals_root),
        ...root('Beacon root', block.parent_beacon_root),
        ...root('Requests', block.requests_hash),
        ...root(merged ? 'Randomness' : 'Mix hash', block.mix_hash),
        [
          'Nonce',
          <Text key="o" mono>
            {block.nonce}
          </Text>,
        ],
        [
          'Extra data',
          <Text key="x" mono size={12} tone={block.extra_text === null ? 2 : 1}>
            {block.extra_text ?? (block.extra_data === '0x' ? 'none' : block.extra_data)}
          </Text>,
        ],
      ]}
    />
  );
}
