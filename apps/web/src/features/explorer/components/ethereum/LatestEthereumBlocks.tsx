import type { RowColumns } from '../../../../ui/display/RowTable.tsx';
import type { Coverage, EthereumBlockView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Count } from '../../../../ui/display/Figures.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { useLatestBlocks } from '../../api/latest-blocks.ts';
import { shareText } from '../../model/text/share-text.ts';
import { BlockTable, withWidths } from '../home/BlockTable.tsx';
import { AddressLink, BlockLink } from '../links.tsx';
import { Ether } from './assets.tsx';

function GasShare({ block }: { block: EthereumBlockView }) {
  const { decimal } = useFormats();
  return <Text tone={2}>{decimal(shareText(block.gas_used, block.gas_limit))}%</Text>;
}

const narrow: RowColumns<EthereumBlockView> = [
  {
    title: 'Block',
    key: 'block',
    render: (_, block) => <BlockLink height={block.number} chain="ethereum" />,
  },
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

const wide: RowColumns<EthereumBlockView> = [
  ...withWidths(narrow, [88, 68, 100]),
  {
    title: 'Gas used',
    key: 'gas',
    width: 78,
    align: 'right',
    render: (_, block) => <GasShare block={block} />,
  },
  {
    title: 'Fee recipient',
    key: 'miner',
    render: (_, block) => <AddressLink address={block.miner} />,
  },
  {
    title: 'Fees, ETH',
    key: 'fees',
    width: 112,
    align: 'right',
    render: (_, block) => <Ether wei={block.fees} unit={false} />,
  },
];

/** The newest Ethereum blocks of the ledger. */
export function LatestEthereumBlocks({ coverage }: { coverage: Coverage }) {
  const phone = usePhone();
  return (
    <BlockTable coverage={coverage} query={useLatestBlocks('ethereum')} columns={phone ? narrow : wide} />
  );
}
