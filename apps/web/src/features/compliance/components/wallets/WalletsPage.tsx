import type { MonitoredWallet } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { InOrganization } from '../../../../shared/organization/InOrganization.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Ellipsis } from '../../../../ui/text/Ellipsis.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { shownWallets, useDeleteWallet, useWallets } from '../../api/monitored-wallets.ts';
import { AddWallet } from './AddWallet.tsx';
import { EditWallet } from './EditWallet.tsx';

type Open = { what: 'none' | 'add' } | { what: 'edit' | 'delete'; id: string };

/** Kinds of addresses by the beginning of a descriptor. */
const kinds: readonly (readonly [start: string, name: string])[] = [
  ['wpkh(', 'SegWit'],
  ['tr(', 'Taproot'],
  ['sh(wpkh(', 'Nested SegWit'],
  ['pkh(', 'Legacy'],
];
const kindOf = ({ gapLimit, descriptor }: MonitoredWallet): string =>
  gapLimit === null
    ? 'Ethereum account'
    : (kinds.find(([start]) => descriptor.startsWith(start))?.[1] ??
      (/multi(_a)?\(/.test(descriptor) ? 'Multisig' : 'Script'));

function State({ state, gapLimit }: Pick<MonitoredWallet, 'state' | 'gapLimit'>) {
  if (state === 'searching') {
    const sought = gapLimit === null ? 'deposit accounts' : 'used addresses';
    return <Tag dashed>Searching for {sought}</Tag>;
  }
  if (state === 'following') return <Tag tone="green">Up to date</Tag>;
  return (
    <Tag
      tone="orange"
      title="The limit of monitored addresses leaves no room. Its next addresses are not monitored."
    >
      Limit reached
    </Tag>
  );
}

function useColumns(onOpen: (open: Open) => void): RowColumns<MonitoredWallet> {
  const { count } = useFormats();
  const phone = usePhone();
  return [
    {
      title: 'Name',
      render: (_, { _id: id, name }) => (
        <Link to="/home/compliance-screener" search={{ tab: 'addresses', wallet: id }} title={name}>
          <Ellipsis width={phone ? 9 : 18}>{name}</Ellipsis>
        </Link>
      ),
    },
    { title: 'Kind', render: (_, wallet) => kindOf(wallet) },
    { title: 'State', render: (_, wallet) => <State {...wallet} /> },
    { title: 'Used', align: 'right', render: (_, { used }) => count(used) },
    { title: 'Monitored', align: 'right', render: (_, { addresses }) => count(addresses) },
    {
      title: 'Gap limit',
      align: 'right',
      render: (_, { gapLimit }) => (gapLimit === null ? <Text tone={3}>none</Text> : count(gapLimit)),
    },
    { title: 'Client', render: (_, { clientId }) => clientId ?? <Text tone={3}>none</Text> },
    {
      title: 'Added',
      render: (_, { createdAt }) => <Time seconds={Date.parse(createdAt) / 1000} to="minute" />,
    },
    {
      key: 'actions',
      align: 'right',
      render: (_, { _id: id, name }) => (
        <Row gap={4}>
          <IconButton label={`Edit ${name}`} onClick={() => onOpen({ what: 'edit', id })}>
            <Pencil size={14} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
          <IconButton label={`Delete ${name}`} onClick={() => onOpen({ what: 'delete', id })}>
            <Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </Row>
      ),
    },
  ];
}

function Wallets({ organizationId }: { organizationId: string }) {
  const toast = useToast();
  const { count, counted } = useFormats();
  const query = useWallets(organizationId);
  const remove = useDeleteWallet(organizationId);
  const [open, setOpen] = useState<Open>({ what: 'none' });
  const columns = useColumns(setOpen);
  const close = () => {
    setOpen({ what: 'none' });
    remove.reset();
  };
  const wallet = 'id' in open ? query.data?.data.find(({ _id }) => _id === open.id) : undefined;
  const add = (text: string) => (
    <Button
      kind="primary"
      size="small"
      icon={<Plus size={14} aria-hidden="true" />}
      onClick={() => setOpen({ what: 'add' })}
    >
      {text}
    </Button>
  );
  return (
    <>
      <LoadedCard
        title="Wallets"
        query={query}
        failure="Failed to load wallets"
        count={query.data && counted(query.data.total, 'wallet')}
        extra={add('Monitor wallet')}
      >
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState title="No wallet is monitored yet" actions={add('Add the first wallet')}>
              Enter the descriptor or extended public key of a Bitcoin wallet, or an Ethereum account. Its
              addresses are monitored, and new ones join by themselves.
            </EmptyState>
          ) : (
            <>
              <RowTable label="Wallets" columns={columns} rows={data} rowKey={({ _id }) => _id} />
              {total > data.length && (
                <TableFoot>The newest {count(shownWallets)}. The API returns older ones.</TableFoot>
              )}
            </>
          )
        }
      </LoadedCard>
      <Dialog title="Monitor wallet" open={open.what === 'add'} width={640} onClose={close}>
        <AddWallet organizationId={organizationId} onClose={close} />
      </Dialog>
      <Dialog
        title="Edit wallet"
        open={open.what === 'edit' && wallet !== undefined}
        width={560}
        onClose={close}
      >
        {wallet && <EditWallet organizationId={organizationId} wallet={wallet} onClose={close} />}
      </Dialog>
      <ConfirmDialog
        title="Delete wallet"
        open={open.what === 'delete' && wallet !== undefined}
        confirmText="Delete"
        danger
        busy={remove.isPending}
        failure={remove.error ? failureMessage(remove.error, 'Failed to delete the wallet') : undefined}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { params: { id: wallet?._id ?? '' } },
            {
              onSuccess() {
                close();
                toast.success('Wallet deleted');
              },
            },
          )
        }
      >
        {wallet?.name} and the addresses that joined with it are no longer monitored. Addresses that you added
        yourself stay. Transactions and change histories are kept.
      </ConfirmDialog>
    </>
  );
}

/** Wallets that the organization monitors by descriptor, extended public key, or account (docs/guide/monitor-addresses.md). */
export function WalletsPage() {
  useDocumentTitle('Wallets');
  return (
    <Page>
      <PageHeader
        trail={<Link to="/home/compliance-screener">Compliance Screener</Link>}
        title="Wallets"
        identity={
          <Text tone={2}>
            Bitcoin wallets by descriptor or extended public key, and Ethereum accounts with their deposit
            accounts. New addresses join by themselves. <LearnMore about="wallets" />
          </Text>
        }
      />
      <InOrganization why="You need to be part of an organization to monitor wallets.">
        {({ _id }) => <Wallets key={_id} organizationId={_id} />}
      </InOrganization>
    </Page>
  );
}
