import type { BlockView, Coverage } from '@hopscope/contract';
import type { TableColumnsType } from 'antd';
import { usePhone } from '../../../lib/use-media.ts';
import { Amount, UnknownAmount } from '../../../ui/Amount.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ByteSize, Count } from '../../../ui/Figures.tsx';
import { RowTable, RowTableBones } from '../../../ui/RowTable.tsx';
import { Text } from '../../../ui/Text.tsx';
import { Age } from '../../../ui/Time.tsx';
import { shownBlocks, useLatestBlocks } from '../api/latest-blocks.ts';
import { latestHeights } from '../model/latest-heights.ts';
import { Failure } from './Failure.tsx';
import { BlockLink } from './links.tsx';

function Fees({ block }: { block: BlockView }) {
  return block.fees === null ? (
    <UnknownAmount why="The ledger has not seen what this block's transactions spend." />
  ) : (
    <Amount sats={block.fees} />
  );
}

const narrow: TableColumnsType<BlockView> = [
  { title: 'Block', key: 'block', render: (_, block) => <BlockLink height={block.number} /> },
  { title: 'Age', key: 'age', render: (_, block) => <Age seconds={block.timestamp} /> },
  {
    title: 'Transactions',
    key: 'count',
    align: 'right',
    render: (_, block) => (
      <Text>
        <Count value={block.transaction_count} />
      </Text>
    ),
  },
];

const wide: TableColumnsType<BlockView> = [
  ...narrow,
  {
    title: 'Size',
    key: 'size',
    align: 'right',
    render: (_, block) => (
      <Text>
        <ByteSize bytes={block.size} />
      </Text>
    ),
  },
  {
    title: 'Output, BTC',
    key: 'output',
    align: 'right',
    render: (_, block) => <Amount sats={block.output_amt} />,
  },
  { title: 'Fees, BTC', key: 'fees', align: 'right', render: (_, block) => <Fees block={block} /> },
];

/** The highest blocks that the ledger holds; `coverage` says how many rows to expect. */
export function LatestBlocks({ coverage }: { coverage: Coverage }) {
  const phone = usePhone();
  const { data: blocks, error, refetch } = useLatestBlocks();
  const rows = blocks?.length ?? latestHeights(coverage, shownBlocks).length;
  if (rows === 0) return null;
  return (
    <Card title="Latest blocks">
      {blocks ? (
        <RowTable
          label="Latest blocks"
          columns={phone ? narrow : wide}
          rows={blocks}
          rowKey={(block) => block.hash}
        />
      ) : error ? (
        <Failure error={error} subject="block" onRetry={refetch} />
      ) : (
        <RowTableBones rows={rows} />
      )}
    </Card>
  );
}
