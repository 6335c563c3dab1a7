import { type FlowDocumentInfo, flowDocumentEndpoints } from '@hopscope/contract';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useCall } from '../../../../lib/api/use-call.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useUser } from '../../../../lib/services.ts';
import { useDebouncedValue } from '../../../../lib/use-debounced-value.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { FilterBox } from '../../../../ui/form/FilterBox.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { createLocalDocuments } from '../../api/local-documents.ts';
import { documentsPage, useFlowDocuments } from '../../api/document-queries.ts';
import { browserDocument, rightWords } from '../../model/document-labels.ts';
import css from './Documents.module.css';
import { waitingOwner, outbox } from './use-canvas.ts';

const { deleteFlowDocument, listFlowDocuments } = flowDocumentEndpoints;

interface ListProps {
  organizationId: string;
  onOpen: (documentId: string) => void;
  /** A document was deleted. */
  onGone: (documentId: string) => void;
}

/** Confirmation dialog for deleting a document. */
export function DeleteDocumentDialog({
  document,
  organizationId,
  onGone,
  onClose,
}: {
  document: Pick<FlowDocumentInfo, '_id' | 'title'> | undefined;
  organizationId: string;
  onGone: (documentId: string) => void;
  onClose: () => void;
}) {
  const remove = useCall(deleteFlowDocument, { changes: [listFlowDocuments] });
  return (
    <ConfirmDialog
      title="Delete canvas"
      open={document !== undefined}
      danger
      busy={remove.isPending}
      failure={remove.error ? failureMessage(remove.error, 'Failed to delete the canvas') : undefined}
      confirmText="Delete"
      onConfirm={() => {
        if (!document) return;
        const params = { id: organizationId, documentId: document._id };
        remove.mutate({ params }, { onSuccess: () => onGone(document._id) });
      }}
      onClose={onClose}
    >
      “{document?.title}” and all its versions will be deleted for all members. This cannot be undone.
    </ConfirmDialog>
  );
}

/** Returns IDs of canvases that exist only in this browser: created offline or before joining an organization. */
function useWaiting(organizationId: string): readonly string[] {
  const { _id } = useUser();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [local, setLocal] = useState(false);
  useEffect(() => {
    createLocalDocuments(indexedDB)
      .open(`person ${_id}`)
      .then(
        (found) => setLocal(found !== null),
        () => setLocal(false),
      );
  }, [_id]);
  useEffect(() => {
    const owner = `${waitingOwner(organizationId, _id)} `;
    outbox()
      .keys(`${owner}new-`)
      .then(
        (keys) => setIds(keys.map((key) => key.slice(owner.length))),
        () => setIds([]),
      );
  }, [organizationId, _id]);
  return local ? [...ids, browserDocument] : ids;
}

function Item({
  document,
  onOpen,
  onDelete,
}: {
  document: FlowDocumentInfo;
  onOpen: () => void;
  onDelete: () => void;
}) {
  const { title, createdBy, updatedAt, right, records } = document;
  const { counted } = useFormats();
  return (
    <li className={css.item}>
      <div>
        <button type="button" className={css.title} onClick={onOpen}>
          {title}
        </button>
        <p className={css.quiet}>
          {createdBy.name} · changed <Age seconds={Math.floor(Date.parse(updatedAt) / 1000)} ago /> ·{' '}
          {counted(records, 'record')} · {rightWords[right]}
        </p>
      </div>
      {right === 'own' && (
        <IconButton label={`Delete ${title}`} onClick={onDelete}>
          <Trash2 size={14} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** Searchable list of documents that the user can open; `quiet` renders nothing if there are none. */
export function DocumentsList({
  organizationId,
  quiet = false,
  onOpen,
  onGone,
}: ListProps & { quiet?: boolean }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [doomed, setDoomed] = useState<FlowDocumentInfo>();
  const asked = useDebouncedValue(search, 250).trim();
  const { counted } = useFormats();
  const { data, error, refetch } = useFlowDocuments(organizationId, asked, page);
  const waiting = useWaiting(organizationId);
  const nothing = data?.total === 0 && asked === '';
  // What stands below appears with the list, so that it doesn't move.
  if (quiet && !data && !error) return <span aria-busy="true" />;
  if (quiet && waiting.length === 0 && nothing && !error) return null;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / documentsPage));
  return (
    <section className={css.list} aria-label="Canvases">
      {!nothing && (
        <FilterBox
          label="Search canvases"
          placeholder="Search canvases by title"
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      )}
      {waiting.map((id) => (
        <div key={id} className={css.item}>
          <div>
            <button type="button" className={css.title} onClick={() => onOpen(id)}>
              {id === browserDocument ? 'Canvas in this browser' : 'Canvas not on the server yet'}
            </button>
            <p className={css.quiet}>
              {id === browserDocument
                ? 'Created before you joined an organization. Export it as a file to import it here.'
                : 'Stored in this browser. It is sent to the server when you open it.'}
            </p>
          </div>
        </div>
      ))}
      {error && <LoadFailure title="Failed to load canvases" error={error} onRetry={refetch} />}
      {!data && !error && <RowTableSkeleton rows={3} />}
      {data && (
        <>
          <ul>
            {data.data.map((one) => (
              <Item
                key={one._id}
                document={one}
                onOpen={() => onOpen(one._id)}
                onDelete={() => setDoomed(one)}
              />
            ))}
          </ul>
          <div className={css.foot}>
            <span className={css.quiet}>
              {nothing ? 'No canvases' : counted(data.total, 'canvas', 'canvases')}
            </span>
            {pages > 1 && (
              <span className={css.foot}>
                <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Newer
                </Button>
                <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                  Older
                </Button>
              </span>
            )}
          </div>
        </>
      )}
      <DeleteDocumentDialog
        document={doomed}
        organizationId={organizationId}
        onGone={(id) => {
          setDoomed(undefined);
          onGone(id);
        }}
        onClose={() => setDoomed(undefined)}
      />
    </section>
  );
}

export function DocumentsDialog({
  open,
  onClose,
  ...list
}: ListProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Canvases" open={open} width={640} onClose={onClose}>
      <DocumentsList {...list} />
    </Dialog>
  );
}
