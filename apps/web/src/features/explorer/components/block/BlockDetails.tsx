import type { BlockView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { EntityName } from '../../../../shared/entity/EntityName.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { useBlockFees } from '../../api/transaction-parts.ts';
import { versionText } from '../../model/text/lock-text.ts';
import { BlockHashLink } from '../links.tsx';

/** Who mined a block, by the mark in its coinbase. */
function Miner({ block, id }: { block: BlockView; id: string }) {
  const { data } = useBlockFees('bitcoin', id, block.hash);
  if (!data) return 'not known yet';
  const { pool } = data;
  if (!pool) return 'unknown: no known mark in the coinbase';
  const entity = { entity_id: pool.entity_id, proper_name: pool.name, fallback_logo: 'pool' as const };
  return (
    <Row gap={6} wrap>
      <EntityName entity={entity} />
      <Text tone={3} size={12}>
        by its mark <bdi>{pool.mark}</bdi>
      </Text>
    </Row>
  );
}

/** Everything that the header of a block and its coinbase say. `id`: as the address bar names it. */
export function BlockDetails({ block, id }: { block: BlockView; id: string }) {
  const { count, decimal } = useFormats();
  return (
    <DescriptionList
      facts={[
        ['Height', count(block.number)],
        ['Time', <Time key="w" seconds={block.timestamp} to="second" />],
        ['Mined by', <Miner key="p" block={block} id={id} />],
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
