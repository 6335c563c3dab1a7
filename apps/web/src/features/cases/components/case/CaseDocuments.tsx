import { type CaseDetails, caseEndpoints } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { Plus, Waypoints, X } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useDebouncedValue } from '../../../../lib/use-debounced-value.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useCaseCall, useDocuments } from '../../api/cases.ts';
import css from '../Cases.module.css';

const pauseMs = 300;

/** Selection of FlowTrace documents. */
export function LinkDocument({ found, onClose }: { found: CaseDetails; onClose: () => void }) {
  const [text, setText] = useState('');
  const search = useDebouncedValue(text.trim(), pauseMs);
  const query = useDocuments(found.organizationId, search);
  const add = useCaseCall(caseEndpoints.addCaseDocument, found.organizationId);
  const linked = new Set(found.documents.map(({ documentId }) => documentId));
  return (
    <Stack gap={12}>
      <Field
        label="Search documents"
        name="document"
        size="middle"
        optional
        autoFocus
        maxLength={200}
        value={text}
        onChange={setText}
      />
      <FormFailure text={add.error ? failureMessage(add.error, 'Failed to link the document') : undefined} />
      {query.data === undefined ? (
        query.error ? (
          <LoadFailure title="Documents could not be loaded" error={query.error} onRetry={query.refetch} />
        ) : (
          <RowTableSkeleton rows={3} kind="facts" />
        )
      ) : query.data.data.length === 0 ? (
        <EmptyState title="No document found">FlowTrace documents that you can open appear here.</EmptyState>
      ) : (
        <div className={css.list}>
          <List label="FlowTrace documents">
            {query.data.data.map(({ _id, title, updatedAt }) => (
              <ListItem
                key={_id}
                title={title}
                text={
                  <>
                    Changed <Time seconds={Date.parse(updatedAt) / 1000} to="minute" />
                  </>
                }
                actions={
                  linked.has(_id) ? (
                    'Linked'
                  ) : (
                    <Button
                      size="small"
                      label={`Link ${title}`}
                      loading={add.isPending && add.variables.body?.documentId === _id}
                      onClick={() =>
                        add.mutate(
                          { params: { id: found._id }, body: { documentId: _id } },
                          { onSuccess: onClose },
                        )
                      }
                    >
                      Link
                    </Button>
                  )
                }
              />
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}

/** FlowTrace documents of a case that the person may open. */
export function CaseDocuments({
  found,
  writes,
  onAdd,
}: {
  found: CaseDetails;
  writes: boolean;
  onAdd: () => void;
}) {
  const { count } = useFormats();
  const toast = useToast();
  const remove = useCaseCall(caseEndpoints.removeCaseDocument, found.organizationId);
  const takeOut = (documentId: string) =>
    remove.mutate(
      { params: { id: found._id, documentId } },
      { onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to unlink the document')) },
    );
  return (
    <Card
      title="FlowTrace documents"
      count={count(found.documents.length)}
      extra={
        writes && (
          <Button
            size="small"
            label="Link FlowTrace document"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={onAdd}
          >
            Link
          </Button>
        )
      }
    >
      {found.documents.length === 0 ? (
        <p className={css.muted}>No documents that you can open.</p>
      ) : (
        <List label="FlowTrace documents of the case">
          {found.documents.map(({ documentId, title, addedBy, addedAt }) => (
            <ListItem
              key={documentId}
              icon={<Waypoints size={16} strokeWidth={1.6} aria-hidden="true" />}
              title={
                <Link to="/home/flow-trace" search={{ document: documentId }}>
                  {title}
                </Link>
              }
              text={
                <>
                  {addedBy.name}, <Time seconds={Date.parse(addedAt) / 1000} to="minute" />
                </>
              }
              actions={
                writes &&
                found.hold === null && (
                  <IconButton
                    label={`Unlink ${title}`}
                    onClick={() => remove.isPending || takeOut(documentId)}
                  >
                    <X size={14} aria-hidden="true" />
                  </IconButton>
                )
              }
            />
          ))}
        </List>
      )}
    </Card>
  );
}
