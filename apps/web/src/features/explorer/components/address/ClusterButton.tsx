import { explorerPageSize } from '@hopscope/contract';
import { Network } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { CoverageLine } from '../../../../shared/chain/Coverage.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useCluster } from '../../api/cluster.ts';
import { AddressLink, BlockLink, TransactionLink } from '../links.tsx';

function Members({ address }: { address: string }) {
  const { count, counted } = useFormats();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useCluster(address, page);
  if (!data) {
    if (error) {
      return <LoadFailure title="The cluster could not be loaded" error={error} onRetry={refetch} />;
    }
    return <RowTableSkeleton rows={explorerPageSize / 2} />;
  }
  const { totalPages } = data.pagination;
  return (
    <Stack gap={12}>
      <Text tone={2} size={13}>
        Who signs for all inputs of a transaction owns them all, so these addresses belong together. CoinJoins
        and what may be a PayJoin are left out.
      </Text>
      <RowTable
        label="Addresses of the cluster"
        stale={isPlaceholderData}
        rows={data.members}
        rowKey={({ addr }) => addr}
        columns={[
          { title: 'Address', render: (_, { addr }) => <AddressLink address={addr} length="medium" /> },
          {
            title: 'Spent together in',
            render: (_, { evidence }) => (
              <Row wrap gap={6}>
                <TransactionLink txid={evidence.txid} />
                <Text tone={3} size={12}>
                  block <BlockLink height={evidence.block} />
                </Text>
              </Row>
            ),
          },
        ]}
      />
      <TableFoot
        pager={
          totalPages > 1 && (
            <Row>
              <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                Previous
              </Button>
              <Text tone={2} size={12}>
                {count(page)} of {count(totalPages)}
              </Text>
              <Button size="small" disabled={page >= totalPages} onClick={() => setPage(page + 1)}>
                Next
              </Button>
            </Row>
          )
        }
      >
        <span>{counted(data.data.size ?? 0, 'address', 'addresses')}</span>
        <CoverageLine coverage={data.coverage} />
      </TableFoot>
    </Stack>
  );
}

/** How many addresses were spent together with this one; opens their list. */
export function ClusterButton({ address }: { address: string }) {
  const { counted } = useFormats();
  const { data, error } = useCluster(address, 1);
  const [open, setOpen] = useState(false);
  if (!data) {
    return (
      <Text tone={3} size={13}>
        {error ? 'Cluster unknown' : 'Cluster …'}
      </Text>
    );
  }
  const { size } = data.data;
  if (size === null) {
    return (
      <Text tone={3} size={13} unknown title="Clusters are being made.">
        Cluster not known yet
      </Text>
    );
  }
  if (size === 1) {
    return (
      <Text tone={3} size={13}>
        In no cluster: never spent together with another address
      </Text>
    );
  }
  return (
    <>
      <Button
        size="small"
        icon={<Network size={14} strokeWidth={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Cluster of {counted(size, 'address', 'addresses')}
      </Button>
      <Dialog title="Co-spend cluster" open={open} width={720} onClose={() => setOpen(false)}>
        <Members address={address} />
        <LearnMore about="clusters" />
      </Dialog>
    </>
  );
}
