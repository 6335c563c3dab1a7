import { flowDocumentEndpoints } from '@hopscope/contract';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm } from '../../../../lib/form/read-form.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useCall } from '../../../../lib/api/use-call.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { logPage, useFlowLog } from '../../api/document-queries.ts';
import type { CanvasStore } from '../../model/canvas-store.ts';
import type { Collaboration, DocumentDetails } from '../../model/collaboration.ts';
import side from '../panels/SidePanel.module.css';
import css from './Documents.module.css';
import { useAuthorNames } from './use-author-names.ts';
import type { Version } from './use-version.ts';

const { createFlowSnapshot, deleteFlowSnapshot } = flowDocumentEndpoints;

function NameDialog({
  collaboration,
  details,
  sequence,
  onClose,
}: {
  collaboration: Collaboration;
  details: DocumentDetails;
  /** undefined: closed. */
  sequence: number | undefined;
  onClose: () => void;
}) {
  const create = useCall(createFlowSnapshot);
  const form = useForm({
    start: { name: '' },
    read: ({ name }) => readForm(createFlowSnapshot.body, { name: name.trim(), sequence: sequence ?? 0 }),
    send: (body) =>
      create.mutateAsync({ params: { id: collaboration.organizationId, documentId: details._id }, body }),
    sent({ data }, { reset }) {
      collaboration.change({ snapshots: [...details.snapshots, data] });
      reset();
      onClose();
    },
    failure: 'Failed to name the version',
    refused: (thrown) => ({ name: failureMessage(thrown, 'Failed to name the version') }),
  });
  const ready = form.values.name.trim() !== '' && sequence !== undefined;
  return (
    <Dialog title={`Name version ${sequence ?? ''}`} open={sequence !== undefined} onClose={onClose}>
      <FormStack label="Name this version" onSubmit={() => (ready ? form.submit() : undefined)}>
        <Field size="middle" label="Name" autoFocus maxLength={200} {...form.field('name')} name="version" />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button submit kind="primary" disabled={!ready} loading={form.busy}>
            Save name
          </Button>
        </Actions>
      </FormStack>
    </Dialog>
  );
}

/** Differences between the shown version and the current one. */
export function DiffList({ version, onChoose }: { version: Version; onChoose: (id: string) => void }) {
  const { counted } = useFormats();
  const lines = version.lines ?? [];
  return (
    <section className={css.section} aria-label="Changes since">
      <h3>Since version {version.sequence}</h3>
      <p className={css.quiet}>
        {lines.length === 0
          ? 'No differences'
          : `${counted(lines.length, 'difference')} from the current version`}
      </p>
      <ul className={css.diff} aria-label="Differences">
        {lines.slice(0, 500).map(({ id, state, words }) => (
          <li key={`${state} ${id}`} data-state={state}>
            <button type="button" className={css.title} title={words} onClick={() => onChoose(id)}>
              {words}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Log of a document with named versions; each version can be opened. */
export function VersionsPanel({
  store,
  collaboration,
  version,
  onVersion,
  onChoose,
}: {
  store: CanvasStore;
  collaboration: Collaboration;
  version: Version | null;
  onVersion: (sequence: number | undefined) => void;
  onChoose: (id: string) => void;
}) {
  const details = useStore(collaboration, (state) => state.details);
  const sequence = useStore(store, ({ replica }) => replica.sequence);
  const [back, setBack] = useState(0);
  const [naming, setNaming] = useState<number>();
  const toast = useToast();
  const to = Math.max(0, sequence - back);
  const { data, error, refetch } = useFlowLog(
    collaboration.organizationId,
    details?._id ?? '',
    to,
    collaboration.link,
  );
  const remove = useCall(deleteFlowSnapshot);
  const nameOf = useAuthorNames(collaboration.organizationId);
  if (!details) return <p className={css.quiet}>No versions</p>;
  const mayName = details.right === 'own' || details.right === 'edit';
  return (
    <>
      {version?.lines && <DiffList version={version} onChoose={onChoose} />}
      <section className={css.section} aria-label="Named versions">
        <h3>Named versions</h3>
        {mayName && (
          <Button
            size="small"
            icon={<Bookmark size={14} strokeWidth={1.8} aria-hidden="true" />}
            disabled={sequence === 0}
            onClick={() => setNaming(version?.sequence ?? sequence)}
          >
            {version ? `Name version ${version.sequence}` : 'Name this version'}
          </Button>
        )}
        {details.snapshots.length === 0 && <p className={css.quiet}>None</p>}
        <ul aria-label="Named versions">
          {details.snapshots.map(({ _id, name, sequence: number, by, at }) => (
            <li key={_id} className={css.item}>
              <div>
                <button type="button" className={css.title} onClick={() => onVersion(number)}>
                  {name}
                </button>
                <p className={css.quiet}>
                  Version {number} · {by.name},{' '}
                  <Time seconds={Math.floor(Date.parse(at) / 1000)} to="minute" />
                </p>
              </div>
              {mayName && (
                <IconButton
                  label={`Remove name ${name}`}
                  onClick={() =>
                    remove.mutate(
                      {
                        params: {
                          id: collaboration.organizationId,
                          documentId: details._id,
                          snapshotId: _id,
                        },
                      },
                      {
                        onSuccess: () =>
                          collaboration.change({
                            snapshots: details.snapshots.filter((one) => one._id !== _id),
                          }),
                        onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to remove the name')),
                      },
                    )
                  }
                >
                  <X size={14} strokeWidth={1.8} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className={css.section} aria-label="Log">
        <h3>All versions</h3>
        {error && <LoadFailure title="Failed to load the log" error={error} onRetry={refetch} />}
        <ul className={side.list} aria-label="Versions">
          {(data ?? []).toReversed().map(({ sequence: number, step }) => (
            <li key={number} aria-current={version?.sequence === number}>
              <button
                type="button"
                className={css.title}
                title={step.title}
                onClick={() => onVersion(number)}
              >
                {number}. {step.title}
              </button>
              <p className={css.quiet}>
                {nameOf(step.author)}, <Time seconds={step.time} to="second" />
              </p>
            </li>
          ))}
        </ul>
        <div className={css.foot}>
          <Button size="small" disabled={back === 0} onClick={() => setBack(Math.max(0, back - logPage))}>
            Newer
          </Button>
          <Button size="small" disabled={to <= logPage} onClick={() => setBack(back + logPage)}>
            Older
          </Button>
        </div>
      </section>
      <NameDialog
        collaboration={collaboration}
        details={details}
        sequence={naming}
        onClose={() => setNaming(undefined)}
      />
    </>
  );
}
