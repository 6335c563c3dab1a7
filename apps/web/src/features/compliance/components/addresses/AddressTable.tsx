import type { MonitoredAddress, MonitoredAddressRow } from '@hopscope/contract';
import { chains, screenerBandOf, shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { Ellipsis, History, Pencil, Rewind, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { Count } from '../../../../ui/display/Figures.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { PopupMenu } from '../../../../ui/overlay/PopupMenu.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import type { AddressDialog } from '../../model/screener-search.ts';

type Open = (dialog: AddressDialog, entry: string) => void;
const tagsShown = 2;

function Address({ entry }: { entry: MonitoredAddress }) {
  return (
    <Hash
      value={entry.address}
      what="address"
      link={(content) => (
        <Link to="/home/block-explorer/address/$address" params={{ address: entry.address }}>
          {content}
        </Link>
      )}
    />
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <Text tone={3}>none</Text>;
  return (
    <Row gap={4}>
      {tags.slice(0, tagsShown).map((tag) => (
        <Tag key={tag} title={tag}>
          {tag.length > 16 ? `${tag.slice(0, 16)}…` : tag}
        </Tag>
      ))}
      {tags.length > tagsShown && (
        <Text tone={3} title={tags.slice(tagsShown).join('; ')}>
          +{tags.length - tagsShown}
        </Text>
      )}
    </Row>
  );
}

function Status({ entry }: { entry: MonitoredAddress }) {
  return entry.isActive ? <Tag tone="green">Active</Tag> : <Tag tone="gray">Inactive</Tag>;
}

function Menu({ entry, onOpen }: { entry: MonitoredAddress; onOpen: Open }) {
  const short = shorten(entry.address, 8, 4);
  const icon = (Icon: typeof Pencil): ReactNode => <Icon size={16} strokeWidth={1.6} aria-hidden="true" />;
  return (
    <PopupMenu
      placement="bottom end"
      groups={[
        {
          title: short,
          items: [
            { key: 'edit', label: 'Edit', icon: icon(Pencil), onSelect: () => onOpen('edit', entry._id) },
            {
              key: 'history',
              label: 'Change history',
              icon: icon(History),
              onSelect: () => onOpen('history', entry._id),
            },
            {
              key: 'past',
              label: 'Screen past transactions',
              icon: icon(Rewind),
              onSelect: () => onOpen('past', entry._id),
            },
            {
              key: 'delete',
              label: 'Delete',
              icon: icon(Trash2),
              onSelect: () => onOpen('delete', entry._id),
            },
          ],
        },
      ]}
    >
      <Button kind="quiet" size="small" label={`Actions for ${short}`}>
        <Ellipsis size={16} aria-hidden="true" />
      </Button>
    </PopupMenu>
  );
}

const none = <Text tone={3}>none</Text>;

/** Highest score of the screened transactions of an address. */
function HighestRisk({ transactions, highestScore: score }: MonitoredAddressRow['screened']) {
  if (transactions === 0) return none;
  if (score === null) return <RiskBadge level="unknown" score={null} state="nothing_known" plain />;
  return <RiskBadge level={screenerBandOf(score)} score={score} state="scored" plain />;
}

function wideColumns(onOpen: Open): RowColumns<MonitoredAddressRow> {
  return [
    { title: 'Address', key: 'address', render: (_, entry) => <Address entry={entry} /> },
    { title: 'Blockchain', key: 'chain', render: (_, { blockchain }) => chains[blockchain].name },
    {
      title: 'Client',
      key: 'client',
      render: (_, { clientId, entityName }) =>
        entityName === null ? (
          (clientId ?? none)
        ) : (
          <StackedText first={clientId ?? none} second={entityName} />
        ),
    },
    { title: 'Tags', key: 'tags', render: (_, { tags }) => <Tags tags={tags} /> },
    {
      title: 'Status',
      key: 'status',
      render: (_, entry) => (
        <Row gap={6}>
          <Status entry={entry} />
          {entry.walletId !== null && (
            <Link
              to="."
              search={(view) => ({ ...view, wallet: entry.walletId ?? undefined, page: undefined })}
            >
              <Tag title="Joined with a monitored wallet">Wallet</Tag>
            </Link>
          )}
          {entry.past?.done === false && <Tag dashed>Screening past transactions</Tag>}
          {entry.outgoing && <Tag title="Outgoing transactions are monitored too">In and out</Tag>}
        </Row>
      ),
    },
    {
      title: 'Threshold',
      key: 'threshold',
      align: 'right',
      render: (_, { riskThreshold }) => riskThreshold ?? <Text tone={3}>default</Text>,
    },
    {
      title: 'Transactions',
      key: 'transactions',
      align: 'right',
      render: (_, { screened }) => <Count value={screened.transactions} />,
    },
    {
      title: 'Latest',
      key: 'latest',
      align: 'right',
      render: (_, { screened: { latest } }) =>
        latest === null ? none : <Time seconds={Date.parse(latest) / 1000} to="day" />,
    },
    {
      title: 'Highest risk',
      key: 'risk',
      align: 'right',
      render: (_, { screened }) => <HighestRisk {...screened} />,
    },
    { key: 'menu', align: 'right', render: (_, entry) => <Menu entry={entry} onOpen={onOpen} /> },
  ];
}

function narrowColumns(onOpen: Open): RowColumns<MonitoredAddressRow> {
  return [
    {
      key: 'address',
      render: (_, entry) => (
        <StackedText
          first={<Address entry={entry} />}
          second={`${entry.clientId ?? 'no client'}, ${chains[entry.blockchain].name}`}
        />
      ),
    },
    {
      key: 'state',
      align: 'right',
      render: (_, entry) => (
        <Row gap={4}>
          <Status entry={entry} />
          <Menu entry={entry} onOpen={onOpen} />
        </Row>
      ),
    },
  ];
}

/** Monitored addresses with their fields and actions. */
export function AddressTable({
  rows,
  stale,
  onOpen,
}: {
  rows: readonly MonitoredAddressRow[];
  stale: boolean;
  onOpen: Open;
}) {
  const phone = usePhone();
  return (
    <RowTable
      label="Monitored addresses"
      columns={phone ? narrowColumns(onOpen) : wideColumns(onOpen)}
      rows={rows}
      rowKey={({ _id }) => _id}
      stale={stale}
      hideHead={phone}
    />
  );
}
