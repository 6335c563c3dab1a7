import type { RowColumns } from '../../../../ui/display/RowTable.tsx';
import type { Blockchain, BlockView, Coverage } from '@hopscope/contract';
import { chains, defaultChain } from '@hopscope/domain';
import { useNavigate } from '@tanstack/react-router';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Amount, UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { ByteSize, Count } from '../../../../ui/display/Figures.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { useLatestBlocks } from '../../api/latest-blocks.ts';
import { blockSearch } from '../../../../lib/search/block-search.ts';
import { BlockTable, withWidths } from './BlockTable.tsx';
import { LatestEthereumBlocks } from '../ethereum/LatestEthereumBlocks.tsx';
import { BlockLink } from '../links.tsx';
import { unknownReasons } from '../../model/text/not-in-ledger.ts';

function Fees({ block }: { block: BlockView }) {
  return block.fees === null ? (
    <UnknownAmount why={unknownReasons.blockFees} />
  ) : (
    <Amount sats={block.fees} />
  );
}

const narrow: RowColumns<BlockView> = [
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

const wide: RowColumns<BlockView> = [
  ...withWidths(narrow, [104, 104, 104]),
  {
    title: 'Size',
    key: 'size',
    width: 96,
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
  {
    title: 'Fees, BTC',
    key: 'fees',
    width: 136,
    align: 'right',
    render: (_, block) => <Fees block={block} />,
  },
];

interface LedgerStatus {
  blockchain: Blockchain;
  coverage: Coverage;
}

const lists = {
  bitcoin: LatestBitcoinBlocks,
  ethereum: LatestEthereumBlocks,
} satisfies Record<Blockchain, typeof LatestBitcoinBlocks>;

/** The newest blocks of one chain, with a switch if the ledger has both chains. */
export function LatestBlocks({
  statuses,
  chain,
}: {
  statuses: readonly LedgerStatus[];
  chain: Blockchain | undefined;
}) {
  const navigate = useNavigate();
  const shown = statuses.find(({ blockchain }) => blockchain === chain) ?? statuses[0];
  if (!shown) return null;
  const Newest = lists[shown.blockchain];
  return (
    <Card
      title="Latest blocks"
      {...(statuses.length === 1 &&
        shown.blockchain !== defaultChain && { count: chains[shown.blockchain].name })}
      extra={
        statuses.length > 1 && (
          <Segmented
            label="Blockchain"
            value={shown.blockchain}
            options={statuses.map(({ blockchain }) => ({
              value: blockchain,
              label: chains[blockchain].name,
            }))}
            onChange={(next) => void navigate({ to: '.', search: blockSearch(next), resetScroll: false })}
          />
        )
      }
    >
      <Newest coverage={shown.coverage} />
    </Card>
  );
}

function LatestBitcoinBlocks({ coverage }: { coverage: Coverage }) {
  const phone = usePhone();
  return (
    <BlockTable coverage={coverage} query={useLatestBlocks('bitcoin')} columns={phone ? narrow : wide} />
  );
}
