import { type AuditAction, type AuditEntry, auditActions } from '@hopscope/contract';
import { Download, ShieldCheck, CircleAlert, CircleCheck } from 'lucide-react';
import { useState, useEffect } from 'react';
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
import {
  type AuditScope,
  auditPageSize,
  useAuditLog,
  useExportAuditLog,
  useVerifyAuditLog,
} from '../api/audit-log.ts';
import { actionText, actorText, valueText } from '../model/entry-text.ts';
import { CodeText } from '../../../ui/text/CodeText.tsx';
import { type Fact, DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { HopLoader } from '../../../ui/feedback/HopLoader.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { CopyField } from '../../../ui/form/CopyField.tsx';

function Verification({ scope, onClose }: { scope: AuditScope; onClose: () => void }) {
  const { counted } = useFormats();
  const { mutate, data, error } = useVerifyAuditLog(scope);
  useEffect(() => mutate(), [mutate]);
  return (
    <>
      {data ? (
        data.intact ? (
          <>
            <Notice kind="known" icon={<CircleCheck size={16} strokeWidth={1.6} aria-hidden="true" />}>
              <b>Intact.</b> {counted(data.entries, 'entry', 'entries')}, each linked to the previous one
              {data.erased > 0 && `; personal data erased from ${counted(data.erased, 'entry', 'entries')}`}.
            </Notice>
            <Text tone={2} size={13}>
              Save this hash outside Hopscope to detect later changes to the log.
            </Text>
            <CopyField value={data.head} what="hash" />
          </>
        ) : (
          <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
            <b>Broken{data.firstBroken && ` at entry ${data.firstBroken.sequence}`}.</b>{' '}
            {data.firstBroken?.what ?? 'The log was modified after it was written.'}
          </Notice>
        )
      ) : error ? (
        <FormFailure text={failureMessage(error, 'The log could not be verified.')} />
      ) : (
        <HopLoader text="Recomputing hashes…" />
      )}
      <Actions>
        <Button onClick={onClose}>Close</Button>
      </Actions>
    </>
  );
}

/** Verifies the hash chain and shows the result. */
function VerifyDialog({ scope, open, onClose }: { scope: AuditScope; open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Verify audit log" open={open} onClose={onClose}>
      <Verification scope={scope} onClose={onClose} />
    </Dialog>
  );
}

/** Everything stored about a change. */
function EntryDetail({ entry }: { entry: AuditEntry }) {
  const { dateTime } = useFormats();
  const { actor, subject, before, after, reason, erased, hash } = entry;
  const email = actor.email === null ? '' : ` (${actor.email})`;
  const facts: Fact[] = [
    ['When', dateTime(entry.at)],
    ['Who', `${actorText(entry)}${email}, ${actor.role.replaceAll('_', ' ')}`],
    ['From', actor.ip === null ? 'Unknown' : `${actor.ip}${actor.userAgent ? `, ${actor.userAgent}` : ''}`],
    ...(actor.apiKey === null ? [] : [['API key', actor.apiKey] satisfies Fact]),
    ['About', `${subject.type.replaceAll('_', ' ')} ${subject.id ?? ''}`],
    ...(reason === null ? [] : [['Why', reason] satisfies Fact]),
    ...(valueText(before) === ''
      ? []
      : [['Before', <CodeText key="before">{valueText(before)}</CodeText>] satisfies Fact]),
    ...(valueText(after) === ''
      ? []
      : [['After', <CodeText key="after">{valueText(after)}</CodeText>] satisfies Fact]),
    ...(erased
      ? [['Erased', 'Personal data in this entry was erased. The hash chain is intact.'] satisfies Fact]
      : []),
    [
      'Hash',
      <Text key="hash" mono tone={2}>
        {hash}
      </Text>,
    ],
  ];
  return <DescriptionList facts={facts} />;
}

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
