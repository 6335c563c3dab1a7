import type { BlockView } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import { Text } from '../../../ui/Text.tsx';
import { Time } from '../../../ui/Time.tsx';
import { versionText } from '../model/lock-text.ts';
import { BlockHashLink } from './links.tsx';

/** Everything that the header of a block and its coinbase say. */
export function BlockDetails({ block }: { block: BlockView }) {
  const { count, decimal } = useFormats();
  return (
    <Facts
      facts={[
        ['Height', count(block.number)],
        ['Time', <Time key="w" seconds={block.timestamp} to="second" />],
        [
          'Previous',
          block.number === 0 ? 'none, first block' : <BlockHashLink key="p" hash={block.previous_hash} />,
        ],
        [
          'Next',
          block.next_hash === null ? 'not in the ledger' : <BlockHashLink key="n" hash={block.next_hash} />,
        ],
        ['Merkle root', <Hash key="m" value={block.merkle_root} what="merkle root" length="medium" />],
        ['Version', versionText(block.version)],
        [
          'Bits',
          <Text key="b" mono>
            {block.bits}
          </Text>,
        ],
        ['Nonce', count(block.nonce)],
        ['Difficulty', decimal(block.difficulty)],
        ['Size', `${count(block.size)} bytes`],
        ['Stripped size', `${count(block.stripped_size)} bytes`],
        ['Weight', `${count(block.weight)} units`],
        [
          'Coinbase text',
          block.coinbase_text === null ? (
            'none'
          ) : (
            <Text key="t" mono size={12}>
              {block.coinbase_text}
            </Text>
          ),
        ],
        [
          'Coinbase',
          <Text key="c" mono tone={2} size={12}>
            {block.coinbase_param}
          </Text>,
        ],
      ]}
    />
  );
}
