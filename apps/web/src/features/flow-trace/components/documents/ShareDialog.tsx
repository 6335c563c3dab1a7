import { flowDocumentEndpoints, type FlowRole } from '@hopscope/contract';
import { useState } from 'react';
import { useStore } from 'zustand';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useCall } from '../../../../lib/api/use-call.ts';
import { useUser } from '../../../../lib/services.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { CopyField } from '../../../../ui/form/CopyField.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { NativeSelect } from '../../../../ui/form/NativeSelect.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useMembers } from '../../api/document-queries.ts';
import type { Collaboration, DocumentDetails } from '../../model/collaboration.ts';
import css from './Documents.module.css';

const { changeFlowDocument, createFlowLink, listFlowDocuments, revokeFlowLink, shareFlowDocument } =
  flowDocumentEndpoints;

const options = [
  { value: 'none', label: 'No access' },
  { value: 'view', label: 'View' },
  { value: 'comment', label: 'View and add notes' },
  { value: 'edit', label: 'Edit' },
] as const;

const memberOptions = [{ value: 'none', label: 'Same as everyone' }, ...options.slice(1)];

const roleOf = (value: string): FlowRole | null =>
  value === 'view' || value === 'comment' || value === 'edit' ? value : null;

const days = ['1', '7', '30', '90'].map((value) => ({
  value,
  label: value === '1' ? '1 day' : `${value} days`,
}));

const seconds = (time: string): number => Math.floor(Date.parse(time) / 1000);

function useFailure() {
  const toast = useToast();
  return { onError: (thrown: Error) => toast.error(failureMessage(thrown, 'Failed to save the change')) };
}

function Members({ collaboration, details }: { collaboration: Collaboration; details: DocumentDetails }) {
  const { _id: me } = useUser();
  const failure = useFailure();
  const { data, error, refetch } = useMembers(collaboration.organizationId, true);
  const share = useCall(shareFlowDocument);
  if (error) return <LoadFailure title="Failed to load members" error={error} onRetry={refetch} />;
  if (!data) return <RowTableSkeleton rows={3} />;
  const members = data.filter(
    ({ userId, status }) => userId !== null && status === 'active' && userId !== details.createdBy.userId,
  );
  if (members.length === 0) return <p className={css.quiet}>No other members in this organization</p>;
  return (
    <ul aria-label="Members">
      {members.map(({ userId, name, surname, role }) => {
        const fullName = `${name} ${surname}`.trim();
        const owns = role === 'admin';
        return (
          <li key={userId} className={css.line}>
            <span>
              {fullName}
              {userId === me && ' (you)'}
            </span>
            {owns ? (
              <span className={css.quiet}>Owner (organization admin)</span>
            ) : (
              <NativeSelect
                label={`Access of ${fullName}`}
                value={details.shares.find((each) => each.userId === userId)?.role ?? 'none'}
                options={memberOptions}
                onChange={(value) =>
                  share.mutate(
                    {
                      params: {
                        id: collaboration.organizationId,
                        documentId: details._id,
                        userId: userId ?? '',
                      },
                      body: { role: roleOf(value) },
                    },
                    { onSuccess: ({ data: shares }) => collaboration.change({ shares }), ...failure },
                  )
                }
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Links({ collaboration, details }: { collaboration: Collaboration; details: DocumentDetails }) {
  const [lasting, setLasting] = useState('7');
  const [made, setMade] = useState<string>();
  const failure = useFailure();
  const create = useCall(createFlowLink);
  const revoke = useCall(revokeFlowLink);
  const params = { id: collaboration.organizationId, documentId: details._id };
  return (
    <section className={css.section} aria-label="Links">
      <h3>Links</h3>
      <p className={css.quiet}>Anyone in the organization with the link can view until it expires.</p>
      <div className={css.line}>
        <NativeSelect label="Link validity" value={lasting} options={days} onChange={setLasting} />
        <Button
          size="small"
          loading={create.isPending}
          onClick={() =>
            create.mutate(
              { params, body: { days: Number(lasting) } },
              {
                onSuccess({ data: { token, ...link } }) {
                  collaboration.change({ links: [...details.links, link] });
                  const url = new URL('/home/flow-trace', location.href);
                  url.searchParams.set('document', details._id);
                  url.searchParams.set('link', token);
                  setMade(url.href);
                },
                ...failure,
              },
            )
          }
        >
          Create link
        </Button>
      </div>
      {made !== undefined && (
        <>
          <CopyField value={made} what="link" />
          <p className={css.quiet}>Copy it now: it is shown only once.</p>
        </>
      )}
      <ul aria-label="Active links">
        {details.links.map(({ _id, by, createdAt, expiresAt }) => (
          <li key={_id} className={css.line}>
            <span className={css.quiet}>
              Created by {by.name}, <Time seconds={seconds(createdAt)} to="minute" />; expires{' '}
              <Time seconds={seconds(expiresAt)} to="minute" />
            </span>
            <Button
              size="small"
              onClick={() =>
                revoke.mutate(
                  { params: { ...params, linkId: _id } },
                  {
                    onSuccess() {
                      collaboration.change({ links: details.links.filter((one) => one._id !== _id) });
                      setMade(undefined);
                    },
                    ...failure,
                  },
                )
              }
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Content({ collaboration, details }: { collaboration: Collaboration; details: DocumentDetails }) {
  const failure = useFailure();
  const change = useCall(changeFlowDocument, { changes: [listFlowDocuments] });
  return (
    <>
      <div className={css.line}>
        <span>
          <b>Everyone in the organization</b>
        </span>
        <NativeSelect
          label="Access of everyone"
          value={details.everybody ?? 'none'}
          options={options}
          onChange={(value) =>
            change.mutate(
              {
                params: { id: collaboration.organizationId, documentId: details._id },
                body: { everybody: roleOf(value) },
              },
              { onSuccess: ({ data: { everybody } }) => collaboration.change({ everybody }), ...failure },
            )
          }
        />
      </div>
      <section className={css.section} aria-label="Members">
        <h3>Members</h3>
        <p className={css.quiet}>
          {details.createdBy.name} is the owner. Members have the access set here, but at least the access of
          everyone.
        </p>
        <Members collaboration={collaboration} details={details} />
      </section>
      <Links collaboration={collaboration} details={details} />
    </>
  );
}

/** Dialog to manage access to a document. */
export function ShareDialog({
  collaboration,
  open,
  onClose,
}: {
  collaboration: Collaboration;
  open: boolean;
  onClose: () => void;
}) {
  const details = useStore(collaboration, (state) => state.details);
  return (
    <Dialog title="Share canvas" open={open && details !== null} width={560} onClose={onClose}>
      {details && <Content collaboration={collaboration} details={details} />}
    </Dialog>
  );
}
