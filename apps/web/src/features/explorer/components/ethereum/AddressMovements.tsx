import type { RowColumns } from '../../../../ui/display/RowTable.tsx';
import { type EthereumMovementView, texts } from '@hopscope/contract';
import { chains, type Coin, shorten } from '@hopscope/domain';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Direction } from '../../../../shared/chain/Direction.tsx';
import { Ellipsis } from '../../../../ui/text/Ellipsis.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { type MovementView, useAddressMovements } from '../../api/address-movements.ts';
import { useAddressSummary } from '../../api/address-summary.ts';
import { type AddressView, conditionsOf } from '../../model/address-view.ts';
import { kindNames, otherSide, spamReasons } from '../../model/text/ethereum-text.ts';
import { type LookAlikes, lookAlikesOfMovements, lookAlikeWarning } from '../../model/text/warnings.ts';
import { Conditions } from '../address/Conditions.tsx';
import { FilterForm } from '../address/LazyFilterForm.tsx';
import { HistoryControls } from '../address/HistoryControls.tsx';
import { useHistorySearch } from '../address/use-history-search.ts';
import { AddressLink, BlockLink, TransactionLink } from '../links.tsx';
import { TransactionList } from '../transaction/TransactionList.tsx';
import { TransactionsCard } from '../TransactionsCard.tsx';
import { WarningTag } from '../WarningTag.tsx';
import { AssetAmount, Ether } from './assets.tsx';
import { StatusTag } from './EthereumTags.tsx';
import { SpamTag } from './TransactionParts.tsx';
import { Flow, FlowRow, FlowSide } from '../../../../ui/display/Flow.tsx';

function Party({ row, side }: { row: EthereumMovementView; side: 'from' | 'to' }) {
  const address = row[side];
  if (address !== null) return <AddressLink address={address} length="medium" />;
  const other = otherSide({ ...row, direction: side === 'from' ? 'in' : 'out' });
  return <Text tone={2}>{'words' in other ? other.words : other.address}</Text>;
}

/** Notes on a movement: failure, spam, and its position in the transaction. */
function Notes({ row }: { row: EthereumMovementView }) {
  return (
    <Row gap={12} wrap>
      <span>{kindNames[row.kind]}</span>
      {row.method && <span>{row.method.signature}</span>}
      {row.path !== null && <span>call {row.path.map((step) => step + 1).join('.')}</span>}
      {row.log_index !== null && <span>event {row.log_index}</span>}
      {row.attempted !== null && (
        <span>
          failed: <Ether wei={row.attempted} /> not moved
        </span>
      )}
      {row.spam && <span>{spamReasons[row.spam]}</span>}
    </Row>
  );
}

/** Details of a movement: both sides, exact amount, transaction. */
function MovementDetail({ row, own }: { row: EthereumMovementView; own: string }) {
  const amount = <AssetAmount asset={row.asset} amt={row.amt} full />;
  return (
    <Flow
      inset
      left={
        <FlowSide
          title="From"
          total=""
          rows={<FlowRow self={row.from === own} who={<Party row={row} side="from" />} amount="" />}
          below={<Notes row={row} />}
        />
      }
      right={
        <FlowSide
          title="To"
          total=""
          rows={<FlowRow self={row.to === own} who={<Party row={row} side="to" />} amount={amount} />}
          below={
            row.txid !== null && (
              <Link to="/home/block-explorer/transaction/$txid" params={{ txid: row.txid }}>
                Open transaction
              </Link>
            )
          }
        />
      }
    />
  );
}

type Columns = RowColumns<EthereumMovementView>;

function Other({ row, alike }: { row: EthereumMovementView; alike: LookAlikes }) {
  const other = otherSide(row);
  if (!('address' in other)) return <Text tone={2}>{other.words}</Text>;
  const warning = lookAlikeWarning(other.address, alike);
  return (
    <Row gap={6}>
      <AddressLink address={other.address} />
      {warning && <WarningTag warning={warning} />}
    </Row>
  );
}

function Kind({ row }: { row: EthereumMovementView }) {
  return (
    <Row gap={6}>
      <Tag {...(row.method && { title: row.method.signature })}>
        {row.kind === 'transfer' && row.method ? (
          <Ellipsis>{`${row.method.name}()`}</Ellipsis>
        ) : (
          kindNames[row.kind]
        )}
      </Tag>
      <StatusTag status={row.kind === 'transfer' ? row.status : null} />
      <SpamTag spam={row.spam} />
    </Row>
  );
}

function Place({ row, plain = false }: { row: EthereumMovementView; plain?: boolean }) {
  return row.txid === null ? <Text tone={2}>Block</Text> : <TransactionLink txid={row.txid} plain={plain} />;
}

const wide = (alike: LookAlikes): Columns => [
  { title: 'Transaction', key: 'txid', render: (_, row) => <Place row={row} /> },
  { title: 'Block', key: 'block', render: (_, row) => <BlockLink height={row.block} chain="ethereum" /> },
  {
    title: 'Age',
    key: 'age',
    render: (_, row) => (
      <Text tone={2}>
        <Age seconds={row.timestamp} />
      </Text>
    ),
  },
  { title: 'Kind', key: 'kind', render: (_, row) => <Kind row={row} /> },
  {
    title: 'Counterparty',
    key: 'counterparty',
    render: (_, row) => (
      <Row>
        <Direction direction={row.direction} />
        <Other row={row} alike={alike} />
      </Row>
    ),
  },
  {
    title: 'Amount',
    key: 'amount',
    align: 'right',
    render: (_, row) => <AssetAmount asset={row.asset} amt={row.amt} direction={row.direction} />,
  },
];

const narrow = (alike: LookAlikes): Columns => [
  {
    key: 'who',
    render: (_, row) => (
      <StackedText
        first={
          <Row gap={6}>
            <Direction direction={row.direction} />
            <Other row={row} alike={alike} />
          </Row>
        }
        second={
          <Row gap={6}>
            {kindNames[row.kind]}
            <Place row={row} plain />
          </Row>
        }
      />
    ),
  },
  {
    key: 'amount',
    align: 'right',
    render: (_, row) => (
      <StackedText
        first={<AssetAmount asset={row.asset} amt={row.amt} direction={row.direction} />}
        second={<Age seconds={row.timestamp} ago />}
      />
    ),
  },
];

/** Active restrictions of the list, each with a way to remove it: one asset, movements marked as spam. */
function Narrowing({ view, hiddenCount }: { view: MovementView; hiddenCount: number }) {
  const { count } = useFormats();
  const navigate = useNavigate();
  const show = (hidden: boolean) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, page: undefined, hidden: hidden ? true : undefined }),
      resetScroll: false,
    });
  if (view.asset === undefined && hiddenCount === 0 && !view.hidden) return null;
  return (
    <Inset>
      <Row gap={12} wrap>
        {view.asset !== undefined && (
          <Text tone={2} size={12}>
            Only {view.asset === 'ether' ? 'ether' : shorten(view.asset)} ·{' '}
            <Link
              to="."
              search={(search) => ({ ...search, page: undefined, asset: undefined })}
              resetScroll={false}
            >
              Show all
            </Link>
          </Text>
        )}
        {(hiddenCount > 0 || view.hidden) && (
          <CheckBox
            label={`Show ${count(hiddenCount)} hidden as spam`}
            checked={view.hidden}
            onChange={show}
          />
        )}
      </Row>
    </Inset>
  );
}

/** Returns the unit of the amounts: the asset that the list is restricted to. */
function unitOf(asset: string | undefined, first: EthereumMovementView | undefined): Coin | undefined {
  if (asset === undefined) return undefined;
  if (asset === 'ether') return chains.ethereum.coin;
  if (!first || first.asset.decimals === null) return undefined;
  return { symbol: first.asset.symbol ?? 'tokens', decimals: first.asset.decimals };
}

/** Movements of an address of all kinds and assets that match the filter, newest first, 20 per page. */
export function AddressMovements({
  address,
  view,
  tabs,
}: {
  address: string;
  view: AddressView;
  /** Links to other lists, in the place of the title. */
  tabs?: ReactNode;
}) {
  const phone = usePhone();
  const query = useAddressMovements(address, view);
  const { data: summary } = useAddressSummary('ethereum', address);
  const [open, setOpen] = useState(false);
  const change = useHistorySearch();
  const { filter } = view;
  const hiddenCount = query.data?.hiddenCount ?? 0;
  const narrowed = conditionsOf(filter) > 0;
  const unit = unitOf(view.asset, query.data?.txs[0]);
  // The summary doesn't count movements by asset, nor hidden new ones.
  const showsAll = view.asset === undefined && summary !== undefined && !narrowed;
  const now = showsAll ? summary.movement_count - (view.hidden ? 0 : hiddenCount) : undefined;
  return (
    <TransactionsCard
      title="Movements"
      noun="movement"
      query={query}
      tabs={tabs}
      now={now}
      extra={<HistoryControls address={address} view={view} open={open} onToggle={() => setOpen(!open)} />}
      above={
        <>
          {open && (
            <FilterForm key={JSON.stringify([filter, unit])} filter={filter} unit={unit} onApply={change} />
          )}
          <Narrowing view={view} hiddenCount={hiddenCount} />
          <Conditions filter={filter} unit={unit} />
        </>
      }
    >
      {(data) => {
        const alike = lookAlikesOfMovements(address, data.txs);
        return (
          <TransactionList
            data={data}
            columns={phone ? narrow(alike) : wide(alike)}
            label="Movements"
            rowKey={(row) => String(row.sequence)}
            detail={(row) => <MovementDetail row={row} own={address} />}
            detailLabel="Show sender and receiver"
            stale={query.isPlaceholderData}
            emptyText={texts.noTransactions}
            {...(narrowed && { emptyDetail: 'Change or clear the filter.' })}
            hideHead={phone}
          />
        );
      }}
    </TransactionsCard>
  );
}
