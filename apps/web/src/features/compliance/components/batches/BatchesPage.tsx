import type { ScreeningBatch } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { InOrganization } from '../../../../shared/organization/InOrganization.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Ellipsis } from '../../../../ui/text/Ellipsis.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { shownBatches, useBatches, useDeleteBatch } from '../../api/batches.ts';
import css from '../addresses/UploadDialog.module.css';
import { BatchResults } from './BatchResults.tsx';
import { UploadBatch } from './UploadBatch.tsx';

type Open = { what: 'none' | 'upload' } | { what: 'results' | 'delete'; id: string };

function Progress({ batch }: { batch: ScreeningBatch }) {
  const { count, dateTime } = useFormats();
  const { name, state, lines, done, finishedAt } = batch;
  if (state === 'finished') {
    return (
      <Text tone={2} title={finishedAt === null ? undefined : dateTime(finishedAt)}>
        Finished
      </Text>
    );
  }
  return (
    <>
      <progress className={css.bar} aria-label={`Progress of ${name}`} value={done} max={lines} />
      <Text tone={2} size={12} nowrap>
        {count(done)} of {count(lines)}
      </Text>
    </>
  );
}

function useColumns(onOpen: (open: Open) => void): RowColumns<ScreeningBatch> {
  const { count, dateTime } = useFormats();
  const phone = usePhone();
  const figure = (value: number) => (value === 0 ? <Text tone={3}>0</Text> : count(value));
  return [
    {
      title: 'Name',
      render: (_, { _id: id, name }) => (
        <span title={name}>
          <TextButton onClick={() => onOpen({ what: 'results', id })}>
            <Ellipsis width={phone ? 9 : 18}>{name}</Ellipsis>
          </TextButton>
        </span>
      ),
    },
    { title: 'Progress', render: (_, batch) => <Progress batch={batch} /> },
    { title: 'Block', align: 'right', render: (_, { decisions }) => figure(decisions.block) },
    { title: 'Review', align: 'right', render: (_, { decisions }) => figure(decisions.review) },
    { title: 'Allow', align: 'right', render: (_, { decisions }) => figure(decisions.allow) },
    { title: 'Problem', align: 'right', render: (_, { problems }) => figure(problems) },
    { title: 'Lines', align: 'right', render: (_, { lines }) => count(lines) },
    {
      title: 'Addresses',
      render: (_, { direction }) => (direction === 'out' ? 'Receivers' : 'Senders'),
    },
    {
      title: 'Uploaded',
      render: (_, { createdAt }) => (
        <Text tone={2} nowrap>
          {dateTime(createdAt)}
        </Text>
      ),
    },
    {
      key: 'delete',
      align: 'right',
      render: (_, { _id: id, name }) => (
        <IconButton label={`Delete ${name}`} onClick={() => onOpen({ what: 'delete', id })}>
          <Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      ),
    },
  ];
}

function Batches({ organizationId }: { organizationId: string }) {
  const toast = useToast();
  const { count, counted } = useFormats();
  const query = useBatches(organizationId);
  const remove = useDeleteBatch(organizationId);
  const [open, setOpen] = useState<Open>({ what: 'none' });
  const columns = useColumns(setOpen);
  const close = () => {
    setOpen({ what: 'none' });
    remove.reset();
  };
  const batch = 'id' in open ? query.data?.batches.find(({ _id }) => _id === open.id) : undefined;
  return (
    <>
      <LoadedCard
        title="Batches"
        query={query}
        failure="Failed to load batches"
        count={query.data && !query.data.hasMore && counted(query.data.batches.length, 'batch', 'batches')}
        extra={
          <Button
            kind="primary"
            size="small"
            icon={<Upload size={14} strokeWidth={1.6} aria-hidden="true" />}
            onClick={() => setOpen({ what: 'upload' })}
          >
            Upload file
          </Button>
        }
      >
        {({ batches, hasMore }) =>
          batches.length === 0 ? (
            <EmptyState title="No batches yet">
              Upload a file of addresses to get a decision for each of them.
            </EmptyState>
          ) : (
            <>
              <RowTable label="Batches" columns={columns} rows={batches} rowKey={({ _id }) => _id} />
              {hasMore && (
                <TableFoot>The newest {count(shownBatches)}. The API returns older ones.</TableFoot>
              )}
            </>
          )
        }
      </LoadedCard>
      <Dialog title="Upload file" open={open.what === 'upload'} width={560} onClose={close}>
        <UploadBatch organizationId={organizationId} onClose={close} />
      </Dialog>
      <Dialog
        title={batch?.name ?? 'Results'}
        open={open.what === 'results' && batch !== undefined}
        width={960}
        onClose={close}
      >
        {batch && <BatchResults organizationId={organizationId} batch={batch} />}
      </Dialog>
      <ConfirmDialog
        title="Delete batch"
        open={open.what === 'delete' && batch !== undefined}
        confirmText="Delete"
        danger
        busy={remove.isPending}
        failure={remove.error ? toApiError(remove.error).message : undefined}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { params: { id: batch?._id ?? '' } },
            {
              onSuccess() {
                close();
                toast.success('Batch deleted');
              },
            },
          )
        }
      >
        {batch?.state === 'running'
          ? `${batch.name} is still being screened. Deleting it ends that and removes its results.`
          : `The results of ${batch?.name ?? 'this batch'} are removed. This cannot be undone.`}
      </ConfirmDialog>
    </>
  );
}

/** Files of addresses that the screening rules decide on (docs/api/screening.md). */
export function BatchesPage() {
  useDocumentTitle('Batches');
  return (
    <Page>
      <PageHeader
        trail={<Link to="/home/compliance-screener">Compliance Screener</Link>}
        title="Batches"
        identity={
          <Text tone={2}>
            Files of addresses, decided by your screening rules. Batches are deleted 30 days after their end.{' '}
            <LearnMore about="batches" />
          </Text>
        }
      />
      <InOrganization why="You need to be part of an organization to screen addresses.">
        {({ _id }) => <Batches key={_id} organizationId={_id} />}
      </InOrganization>
    </Page>
  );
}
