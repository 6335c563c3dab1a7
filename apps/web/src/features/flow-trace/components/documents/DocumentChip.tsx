import { flowDocumentEndpoints } from '@hopscope/contract';
import {
  FileArchive,
  FilePlus2,
  FileText,
  FolderOpen,
  History,
  Pencil,
  RotateCw,
  Share2,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm } from '../../../../lib/form/read-form.ts';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { useCall } from '../../../../lib/api/use-call.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { PopupMenu } from '../../../../ui/overlay/PopupMenu.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useEvidenceBundle } from '../../api/evidence.ts';
import type { Collaboration, DocumentDetails } from '../../model/collaboration.ts';
import css from './Documents.module.css';
import { DeleteDocumentDialog, DocumentsDialog } from './DocumentsList.tsx';
import { ReplayDialog } from './ReplayDialog.tsx';
import { ShareDialog } from './ShareDialog.tsx';

const { changeFlowDocument, listFlowDocuments } = flowDocumentEndpoints;
const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function TitleForm({
  collaboration,
  details,
  onClose,
}: {
  collaboration: Collaboration;
  details: DocumentDetails;
  onClose: () => void;
}) {
  const change = useCall(changeFlowDocument, { changes: [listFlowDocuments] });
  const form = useForm({
    start: { title: details.title },
    read: ({ title }) => readForm(changeFlowDocument.body, { title: title.trim() }),
    send: (body) =>
      change.mutateAsync({ params: { id: collaboration.organizationId, documentId: details._id }, body }),
    sent({ data }) {
      collaboration.change({ title: data.title });
      onClose();
    },
    failure: 'Failed to rename the canvas',
    refused: (thrown) => ({ title: formFailure(thrown, 'Failed to rename the canvas') }),
  });
  const ready = form.values.title.trim() !== '';
  return (
    <FormStack label="Rename canvas" onSubmit={() => (ready ? form.submit() : undefined)}>
      <Field size="middle" label="Title" autoFocus maxLength={200} {...form.field('title')} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" disabled={!ready} loading={form.busy}>
          Rename
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Title of the document with a menu of its actions. */
export function DocumentChip({
  collaboration,
  onOpen,
  onNew,
  onVersions,
}: {
  collaboration: Collaboration;
  onOpen: (documentId: string) => void;
  onNew: () => void;
  onVersions: () => void;
}) {
  const details = useStore(collaboration, (state) => state.details);
  const [dialog, setDialog] = useState<'title' | 'share' | 'list' | 'delete' | 'replay'>();
  const toast = useToast();
  const bundle = useEvidenceBundle(collaboration.organizationId);
  const close = (): void => setDialog(undefined);
  const owns = details?.right === 'own';
  const title = details?.title ?? 'New canvas';
  return (
    <>
      <PopupMenu
        placement="bottom start"
        groups={[
          {
            title: 'This canvas',
            items: [
              {
                key: 'title',
                label: 'Rename',
                icon: <Pencil {...icon} />,
                disabled: !owns,
                onSelect: () => setDialog('title'),
              },
              {
                key: 'share',
                label: 'Share',
                icon: <Share2 {...icon} />,
                disabled: !owns,
                onSelect: () => setDialog('share'),
              },
              {
                key: 'versions',
                label: 'Versions',
                icon: <History {...icon} />,
                disabled: !details,
                onSelect: onVersions,
              },
              {
                key: 'replay',
                label: 'Replay',
                icon: <RotateCw {...icon} />,
                // A link grants view access only.
                disabled: !details || collaboration.link !== undefined,
                onSelect: () => setDialog('replay'),
              },
              {
                key: 'bundle',
                label: bundle.isPending ? 'Collecting evidence…' : 'Download evidence bundle',
                icon: <FileArchive {...icon} />,
                disabled: !details || collaboration.link !== undefined || bundle.isPending,
                onSelect: () =>
                  details &&
                  bundle.mutate(details._id, {
                    onError: (thrown) => toast.error(toApiError(thrown).message),
                  }),
              },
              {
                key: 'delete',
                label: 'Delete',
                icon: <Trash2 {...icon} />,
                disabled: !owns,
                onSelect: () => setDialog('delete'),
              },
            ],
          },
          {
            title: 'Other canvases',
            items: [
              { key: 'new', label: 'New canvas', icon: <FilePlus2 {...icon} />, onSelect: onNew },
              {
                key: 'list',
                label: 'Open canvas',
                icon: <FolderOpen {...icon} />,
                onSelect: () => setDialog('list'),
              },
            ],
          },
        ]}
      >
        <button type="button" className={css.chip} aria-label={`Canvas: ${title}`} title={title}>
          <FileText {...icon} />
          <span>{title}</span>
        </button>
      </PopupMenu>
      <Dialog title="Rename canvas" open={dialog === 'title' && details !== null} onClose={close}>
        {details && <TitleForm collaboration={collaboration} details={details} onClose={close} />}
      </Dialog>
      <ReplayDialog
        collaboration={collaboration}
        open={dialog === 'replay' && details !== null}
        onClose={close}
      />
      <ShareDialog collaboration={collaboration} open={dialog === 'share'} onClose={close} />
      <DocumentsDialog
        organizationId={collaboration.organizationId}
        open={dialog === 'list'}
        onOpen={(id) => {
          close();
          onOpen(id);
        }}
        onGone={(id) => {
          if (id === details?._id) onNew();
        }}
        onClose={close}
      />
      <DeleteDocumentDialog
        document={dialog === 'delete' && details ? details : undefined}
        organizationId={collaboration.organizationId}
        onGone={() => {
          close();
          onNew();
        }}
        onClose={close}
      />
    </>
  );
}
