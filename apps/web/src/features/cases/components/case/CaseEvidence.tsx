import { type CaseDetails, caseEndpoints, type CaseEvidence as File_, caseLimits } from '@hopscope/contract';

import { Download, FileText, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useUser } from '../../../../lib/services.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { Meter } from '../../../../ui/display/Meter.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useCaseCall } from '../../api/cases.ts';
import { useAddEvidence, useTakeEvidence } from '../../api/evidence.ts';
import { sizeText } from '../../model/case-labels.ts';
import css from '../Cases.module.css';
import { ReasonForm } from './ReasonForm.tsx';

const taken = '.pdf,.png,.jpg,.jpeg,.txt,.csv,.json,.zip';

/** Uploads files one after another; a refused file shows the reason, and the rest continue. */
function useSending(found: CaseDetails) {
  const toast = useToast();
  const add = useAddEvidence(found.organizationId, found._id);
  const [name, setName] = useState<string>();
  const [problems, setProblems] = useState<readonly string[]>([]);

  async function send(files: readonly File[]) {
    if (name !== undefined) return;
    setProblems([]);
    for (const file of files) {
      setName(file.name);
      try {
        if (file.size > caseLimits.fileBytes)
          throw new Error(
            `It has ${sizeText(file.size)}; a file has at most ${sizeText(caseLimits.fileBytes)}.`,
          );
        await add.mutateAsync(file);
        toast.success(`${file.name} added`);
      } catch (thrown) {
        const why =
          thrown instanceof Error ? failureMessage(thrown, thrown.message) : 'Failed to upload the file';
        setProblems((previous) => [...previous, why.includes(file.name) ? why : `${file.name}: ${why}`]);
      }
    }
    setName(undefined);
  }
  return { send, name, problems, progress: add.progress ?? 0 };
}

function About({ file }: { file: File_ }) {
  if (file.removed) {
    return (
      <>
        {sizeText(file.size)}, removed by {file.removed.by.name},{' '}
        <Time seconds={Date.parse(file.removed.at) / 1000} to="minute" />: {file.removed.reason}
      </>
    );
  }
  return (
    <>
      {file.type}, {sizeText(file.size)}, {file.addedBy.name},{' '}
      <Time seconds={Date.parse(file.addedAt) / 1000} to="minute" />
    </>
  );
}

function Line({
  found,
  file,
  removes,
  onRemove,
}: {
  found: CaseDetails;
  file: File_;
  removes: boolean;
  onRemove: () => void;
}) {
  const toast = useToast();
  const take = useTakeEvidence(found.organizationId, found._id);
  return (
    <ListItem
      icon={<FileText size={16} strokeWidth={1.6} aria-hidden="true" />}
      title={
        <Row gap={8} wrap>
          <bdi className={css.text}>{file.name}</bdi>
          {file.removed && <Tag dashed>Removed</Tag>}
        </Row>
      }
      text={
        <>
          <About file={file} />
          <div>
            SHA-256 <Hash value={file.sha256} what="SHA-256" length="medium" plain />
          </div>
        </>
      }
      actions={
        !file.removed && (
          <>
            <IconButton
              label={`Download ${file.name}`}
              onClick={() =>
                take.isPending ||
                take.mutate(file, {
                  onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to download the file')),
                })
              }
            >
              <Download size={14} aria-hidden="true" />
            </IconButton>
            {removes && (
              <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
                <Trash2 size={14} aria-hidden="true" />
              </IconButton>
            )}
          </>
        )
      }
    />
  );
}

function RemoveDialog({
  found,
  file,
  onClose,
}: {
  found: CaseDetails;
  file: File_ | undefined;
  onClose: () => void;
}) {
  const toast = useToast();
  const remove = useCaseCall(caseEndpoints.removeCaseEvidence, found.organizationId);
  return (
    <Dialog title="Remove evidence" open={file !== undefined} onClose={onClose}>
      {file && (
        <ReasonForm
          button="Remove file"
          danger
          schema={caseEndpoints.removeCaseEvidence.body}
          body={(reason) => ({ reason })}
          send={(body) => remove.mutateAsync({ params: { id: found._id, evidenceId: file._id }, body })}
          sent={() => {
            toast.success('File removed');
            onClose();
          }}
          failure="The action failed"
          organizationId={found.organizationId}
          onClose={onClose}
        >
          The content of <b>{file.name}</b> is deleted. Its name, size, and hash stay in the case with your
          reason.
        </ReasonForm>
      )}
    </Dialog>
  );
}

/** Evidence files: each is checked by its bytes and identified by its hash. */
export function CaseEvidence({
  found,
  writes,
  manages,
}: {
  found: CaseDetails;
  writes: boolean;
  manages: boolean;
}) {
  const { count } = useFormats();
  const { _id: me } = useUser();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [removing, setRemoving] = useState<File_>();
  const { send, name, problems, progress } = useSending(found);
  return (
    <div
      className={css.drop}
      data-over={(over && writes) || undefined}
      onDragOver={(event) => {
        if (!writes) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!writes) return;
        event.preventDefault();
        setOver(false);
        void send([...event.dataTransfer.files]);
      }}
    >
      <Card
        id="evidence"
        title="Evidence"
        count={count(found.counts.evidence)}
        extra={
          writes && (
            <>
              <input
                ref={input}
                className={css.file}
                type="file"
                multiple
                accept={taken}
                aria-label="Evidence file"
                tabIndex={-1}
                onChange={(event) => {
                  void send([...(event.target.files ?? [])]);
                  event.target.value = '';
                }}
              />
              <Button
                size="small"
                label="Add evidence file"
                icon={<Upload size={14} aria-hidden="true" />}
                loading={name !== undefined}
                onClick={() => input.current?.click()}
              >
                Add file
              </Button>
            </>
          )
        }
      >
        {found.evidence.length === 0 ? (
          <p className={css.muted}>
            No files. PDF, PNG, JPEG, text, CSV, JSON, and ZIP, at most {sizeText(caseLimits.fileBytes)} each.
          </p>
        ) : (
          <List label="Evidence files">
            {found.evidence.map((file) => (
              <Line
                key={file._id}
                found={found}
                file={file}
                removes={writes && found.hold === null && (manages || file.addedBy._id === me)}
                onRemove={() => setRemoving(file)}
              />
            ))}
          </List>
        )}
        {name !== undefined && (
          <div className={css.part}>
            <Meter label={`Uploading ${name}`} used={Math.round(progress * 100)} limit={100} />
          </div>
        )}
        {problems.length > 0 && (
          <div className={css.part}>
            <FormFailure text={problems.join(' · ')} />
          </div>
        )}
      </Card>
      <RemoveDialog found={found} file={removing} onClose={() => setRemoving(undefined)} />
    </div>
  );
}
