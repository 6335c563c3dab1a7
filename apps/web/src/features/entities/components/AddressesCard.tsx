import type { EntityAddress } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { AttributionMark } from '../../../shared/entity/AttributionMark.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Pagination } from '../../../ui/display/Pagination.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../ui/form/Segmented.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { StepPager } from '../../../ui/display/StepPager.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { ScreenReaderText } from '../../../ui/text/ScreenReaderText.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import { addressPageSize, type Profile, useEntityAddresses, useEntityClusters } from '../api/profile.ts';
import type { AttributionAction } from '../model/attribution-form.ts';
import { ChangeAttribution } from './editing/ChangeAttribution.tsx';
import { Reference } from './SourceList.tsx';
import { Unknown } from './Sourced.tsx';

export type AddressKind = 'direct' | 'derived';

/** Source of attributions that editors make. */
const editors = 'editors';

interface Editing {
  readonly action: AttributionAction;
  readonly row?: EntityAddress;
}

function useColumns(onEdit: ((editing: Editing) => void) | undefined): RowColumns<EntityAddress> {
  const { date } = useFormats();
  const actions: RowColumns<EntityAddress> = onEdit
    ? [
        {
          key: 'actions',
          align: 'right',
          render: (_, row) => (
            <Row gap={12}>
              {row.source === editors && (
                <TextButton onClick={() => onEdit({ action: 'correct', row })}>
                  Correct<ScreenReaderText> attribution of {row.address}</ScreenReaderText>
                </TextButton>
              )}
              <TextButton onClick={() => onEdit({ action: 'end', row })}>
                End<ScreenReaderText> attribution of {row.address}</ScreenReaderText>
              </TextButton>
            </Row>
          ),
        },
      ]
    : [];
  return [
    {
      title: 'Address',
      render: (_, { address, blockchain, label }) => (
        <StackedText
          first={
            <Hash
              value={address}
              what="address"
              length="medium"
              link={(content) => (
                <Link to="/home/block-explorer/address/$address" params={{ address }}>
                  {content}
                </Link>
              )}
            />
          }
          second={`${chains[blockchain].name}${label === null ? '' : ` · ${label}`}`}
        />
      ),
    },
    {
      title: 'Basis',
      render: (_, { kind, confidence }) => <AttributionMark kind={kind} confidence={confidence} />,
    },
    { title: 'Beneficial owner', render: (_, { bo }) => bo ?? <Unknown /> },
    { title: 'Custodian', render: (_, { custodian }) => custodian ?? <Unknown /> },
    {
      title: 'Source',
      render: (_, { sourceName, ref, retrieved, license }) => (
        <StackedText
          first={
            <Row wrap gap={6}>
              {sourceName} <Reference text={ref} />
            </Row>
          }
          second={`retrieved ${date(retrieved)}, ${license === null ? 'license unknown' : `license ${license}`}`}
        />
      ),
    },
    {
      title: 'Valid',
      render: (_, { validFrom, validTo }) =>
        validFrom === null && validTo === null
          ? 'always'
          : `${validFrom ?? 'always'} – ${validTo ?? 'today'}`,
    },
    ...actions,
  ];
}

function Clusters({ entityId }: { entityId: string }) {
  const { count, counted } = useFormats();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useEntityClusters(entityId, page, true);
  if (!data) {
    if (error)
      return <LoadFailure title="The clusters could not be loaded" error={error} onRetry={refetch} />;
    return <RowTableSkeleton rows={4} />;
  }
  return (
    <Stack gap={12}>
      <Text tone={2} size={13}>
        Addresses spent together with an attributed address of this entity, but never with one of another
        entity. To list the members of a cluster, open the address it is named after.
      </Text>
      <RowTable
        label="Clusters"
        rows={data.data}
        rowKey={({ cospend_id }) => cospend_id}
        stale={isPlaceholderData}
        columns={[
          {
            title: 'Named after',
            render: (_, { cospend_id }) => (
              <Hash
                value={cospend_id}
                what="address"
                length="medium"
                link={(content) => (
                  <Link to="/home/block-explorer/address/$address" params={{ address: cospend_id }}>
                    {content}
                  </Link>
                )}
              />
            ),
          },
          { title: 'Direct', align: 'right', render: (_, { direct }) => count(direct) },
          { title: 'Inherited', align: 'right', render: (_, { size, direct }) => count(size - direct) },
        ]}
      />
      <TableFoot
        pager={
          <StepPager page={page} totalPages={Math.ceil(data.total / addressPageSize)} onChange={setPage} />
        }
      >
        {counted(data.total, 'cluster')}
      </TableFoot>
    </Stack>
  );
}

function InheritedLine({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false);
  const { counted } = useFormats();
  const counts = profile.addresses.map(({ inherited }) => inherited);
  const known = counts.flatMap((number) => number ?? []);
  const total = known.reduce((sum, number) => sum + number, 0);
  if (known.length === 0) return <Text tone={3}>Clusters: unknown.</Text>;
  return (
    <Row wrap gap={6}>
      <AttributionMark kind="inherited" />
      {counted(total, 'more address', 'more addresses')} inherited through clusters.
      {total > 0 && <TextButton onClick={() => setOpen(true)}>Show clusters</TextButton>}
      <Dialog title="Inherited addresses" open={open} width={640} onClose={() => setOpen(false)}>
        <Clusters entityId={profile.entity.entity_id} />
      </Dialog>
    </Row>
  );
}

/** Addresses of an entity, one row per source of each, with exact pages. */
export function AddressesCard({
  profile,
  asOf,
  page,
  kind,
  onKind,
}: {
  profile: Profile;
  asOf: string | undefined;
  page: number;
  kind: AddressKind | undefined;
  onKind: (kind: AddressKind | undefined) => void;
}) {
  const formats = useFormats();
  const [editing, setEditing] = useState<Editing>();
  const editable = profile.may.edit && asOf === undefined;
  const columns = useColumns(editable ? setEditing : undefined);
  const { data, error, refetch, isPlaceholderData } = useEntityAddresses(profile.entity.entity_id, {
    asOf,
    page,
    kind,
  });
  const filter = (
    <Segmented<AddressKind | 'all'>
      label="Basis of attribution"
      value={kind ?? 'all'}
      options={[
        { value: 'all', label: 'All' },
        { value: 'direct', label: 'Direct' },
        { value: 'derived', label: 'Derived' },
      ]}
      onChange={(next) => onKind(next === 'all' ? undefined : next)}
    />
  );
  return (
    <Card
      title="Addresses"
      count={data && formats.counted(data.addresses, 'address', 'addresses')}
      extra={
        <Row gap={8} wrap>
          {filter}
          {editable && <Button onClick={() => setEditing({ action: 'add' })}>Add address</Button>}
        </Row>
      }
    >
      {editing && <ChangeAttribution profile={profile} {...editing} onClose={() => setEditing(undefined)} />}
      {data ? (
        data.total === 0 ? (
          <EmptyState path="outside" title="No known addresses">
            {kind === undefined
              ? 'No source or rule attributes an address to this entity.'
              : 'No addresses of this kind.'}
          </EmptyState>
        ) : (
          <>
            <RowTable
              label="Addresses"
              columns={columns}
              rows={data.data}
              rowKey={({ id }) => id}
              stale={isPlaceholderData}
            />
            <TableFoot
              pager={<Pagination page={page} totalPages={Math.ceil(data.total / addressPageSize)} />}
            >
              <span>{formats.counted(data.total, 'row')}, one per address and source</span>
              <InheritedLine profile={profile} />
            </TableFoot>
          </>
        )
      ) : error ? (
        <LoadFailure title="The addresses could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <RowTableSkeleton rows={8} />
      )}
    </Card>
  );
}
