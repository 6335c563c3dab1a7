import { plural } from '@hopscope/domain';
import type { EthereumHolding } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Count } from '../../../../ui/display/Figures.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useAddressAssets } from '../../api/address-assets.ts';
import { Failure } from '../Failure.tsx';
import { AssetAmount, AssetLink } from './assets.tsx';
import { SpamTag } from './TransactionParts.tsx';
import { unknownReasons } from '../../model/text/not-in-ledger.ts';

const standards = { ether: 'Ether', erc20: 'ERC-20', erc721: 'ERC-721', erc1155: 'ERC-1155' } as const;

function Name({ asset }: { asset: EthereumHolding['asset'] }) {
  return (
    <Row gap={6}>
      <AssetLink asset={asset} />
      {asset.type !== 'ether' && <Tag>{standards[asset.type]}</Tag>}
      <SpamTag spam={asset.fake ? 'fake_token' : null} />
    </Row>
  );
}

function Balance({ holding: { asset, balance } }: { holding: EthereumHolding }) {
  return balance === null ? (
    <UnknownAmount why={unknownReasons.balance} />
  ) : (
    <AssetAmount asset={asset} amt={balance} />
  );
}

/** Links to the movements of one asset. */
function Movements({ holding: { asset, movement_count, hidden_count } }: { holding: EthereumHolding }) {
  return (
    <Link
      to="."
      search={(search) => ({
        ...search,
        page: undefined,
        asset: asset.contract ?? 'ether',
        ...(hidden_count === movement_count && { hidden: true }),
      })}
      resetScroll={false}
      title="Show movements of this asset"
    >
      <Count value={movement_count} />
    </Link>
  );
}

const wide: RowColumns<EthereumHolding> = [
  { title: 'Asset', key: 'asset', render: (_, { asset }) => <Name asset={asset} /> },
  {
    title: 'Balance',
    key: 'balance',
    align: 'right',
    render: (_, holding) => <Balance holding={holding} />,
  },
  {
    title: 'Received',
    key: 'received',
    align: 'right',
    render: (_, { asset, received }) => <AssetAmount asset={asset} amt={received} />,
  },
  {
    title: 'Spent',
    key: 'spent',
    align: 'right',
    render: (_, { asset, spent }) => <AssetAmount asset={asset} amt={spent} />,
  },
  {
    title: 'Movements',
    key: 'movements',
    align: 'right',
    render: (_, holding) => <Movements holding={holding} />,
  },
];

const narrow: RowColumns<EthereumHolding> = [
  { key: 'asset', render: (_, { asset }) => <Name asset={asset} /> },
  {
    key: 'balance',
    align: 'right',
    render: (_, holding) => (
      <StackedText
        first={<Balance holding={holding} />}
        second={
          <>
            <Movements holding={holding} /> {plural(holding.movement_count, 'movement')}
          </>
        }
      />
    ),
  },
];

/** Balances and totals of an address per asset, ether first. */
export function AddressAssets({ address }: { address: string }) {
  const phone = usePhone();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAddressAssets(address);
  const holdings = data?.pages.flatMap((page) => page.assets);
  return (
    <Card title="Assets" {...(holdings && !hasNextPage && { count: <Count value={holdings.length} /> })}>
      {holdings ? (
        <>
          <RowTable
            label="Assets"
            columns={phone ? narrow : wide}
            rows={holdings}
            rowKey={({ asset }) => asset.contract ?? 'ether'}
            hideHead={phone}
          />
          {hasNextPage && (
            <Inset>
              {isFetchingNextPage ? (
                <Text tone={3}>Loading…</Text>
              ) : (
                <TextButton onClick={() => void fetchNextPage()}>Show more</TextButton>
              )}
            </Inset>
          )}
        </>
      ) : error ? (
        <Failure error={error} subject="list" onRetry={refetch} />
      ) : (
        <RowTableSkeleton rows={3} />
      )}
    </Card>
  );
}
