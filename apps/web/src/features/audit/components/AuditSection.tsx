import { type AuditAction, type AuditEntry, auditActions } from '@hopscope/contract';
import { Download, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { InlineSelect } from '../../../ui/form/SelectField.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Pagination } from '../../../ui/display/Pagination.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { type AuditScope, auditPageSize, useAuditLog, useExportAuditLog } from '../api/audit-log.ts';
import { actionText, actorText } from '../model/entry-text.ts';
import { EntryDetail } from './EntryDetail.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';

const all = 'all';
const filters: readonly { value: AuditAction | typeof all; label: string }[] = [
  { value: all, label: 'All changes' },
  ...auditActions.map((value) => ({ value, label: actionText(value) })),
];

function useColumns(phone: boolean): RowColumns<AuditEntry> {
  const { dateTime, count } = useFormats();
  if (phone) {
    return [
      {
        key: 'entry',
        render: (_, entry) => (
          <StackedText
            first={actionText(entry.action)}
            second={`${actorText(entry)}, ${dateTime(entry.at)}`}
          />
        ),
      },
    ];
  }
  return [
    { title: 'When', key: 'when', render: (_, { at }) => <Text nowrap>{dateTime(at)}</Text> },
    { title: 'Action', key: 'what', render: (_, { action }) => actionText(action) },
    {
      title: 'Who',
      key: 'who',
      render: (_, entry) => <Text tone={entry.erased ? 3 : 1}>{actorText(entry)}</Text>,
    },
    {
      title: 'No.',
      key: 'sequence',
      align: 'right',
      render: (_, { sequence }) => <Text tone={3}>{count(sequence)}</Text>,
    },
  ];
}

/** Every change of state, each chained to the previous one by its hash. */
export function AuditSection({
  scope,
  page,
  onFirstPage,
}: {
  scope: AuditScope;
  page: number;
  /** Called when the filter changes: paging starts over. */
  onFirstPage: () => void;
}) {
  const toast = useToast();
  const { counted } = useFormats();
  const phone = usePhone();
  const columns = useColumns(phone);
  const [filter, setFilter] = useState<AuditAction | typeof all>(all);
  const [verifying, setVerifying] = useState(false);
  const query = useAuditLog(scope, page, filter === all ? undefined : filter);
  const save = useExportAuditLog(scope);

  return (
    <>
      <LoadedCard
        title="Audit log"
        query={query}
        failure="Failed to load the audit log"
        skeleton={10}
        extra={
          <Row gap={8} wrap>
            <InlineSelect
              label="Show"
              width={200}
              searchable
              value={filter}
              options={filters}
              onChange={(next) => {
                setFilter(next);
                onFirstPage();
              }}
            />
            <Button size="small" icon={<ShieldCheck size={14} />} onClick={() => setVerifying(true)}>
              Verify
            </Button>
            <Button
              size="small"
              icon={<Download size={14} />}
              loading={save.isPending}
              onClick={() =>
                save.mutate(undefined, {
                  onError: (thrown) => toast.error(failureMessage(thrown, 'The export failed.')),
                })
              }
            >
              Export
            </Button>
          </Row>
        }
      >
        {({ entries, total }) => (
          <>
            {entries.length === 0 ? (
              <EmptyState title="No entries">No changes of this kind.</EmptyState>
            ) : (
              <RowTable
                label="Audit log"
                columns={columns}
                rows={entries}
                rowKey={({ sequence }) => String(sequence)}
                detail={(entry) => <EntryDetail entry={entry} />}
                stale={query.isPlaceholderData}
                hideHead={phone}
              />
            )}
            <TableFoot pager={<Pagination page={page} totalPages={Math.ceil(total / auditPageSize)} />}>
              {counted(total, 'entry', 'entries')}
            </TableFoot>
          </>
        )}
      </LoadedCard>
      <VerifyDialog scope={scope} open={verifying} onClose={() => setVerifying(false)} />
    </>
  );
}
