import type { ComplianceTransaction } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { BriefcaseBusiness } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useDebouncedValue } from '../../../../lib/use-debounced-value.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useAddToCase, useCasesOf, useOpenCases } from '../../api/cases.ts';
import { NewTab } from '../links.tsx';
import css from '../transaction/Panel.module.css';

interface Props {
  transaction: Pick<ComplianceTransaction, '_id'>;
  organizationId: string;
}
const pauseMs = 300;
const caseHref = (id: string): string => `/home/cases/${id}`;

function Choose({
  transaction,
  organizationId,
  chosen,
  onClose,
}: Props & { chosen: ReadonlySet<string>; onClose: () => void }) {
  const toast = useToast();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const query = useOpenCases(organizationId, useDebouncedValue(text.trim(), pauseMs));
  const add = useAddToCase(organizationId);

  function put(id: string, number: number) {
    if (add.isPending) return;
    add.mutate(
      { params: { id }, body: { transactionIds: [transaction._id] } },
      {
        onSuccess() {
          toast.success(`Added to case ${String(number)}`);
          onClose();
        },
      },
    );
  }

  return (
    <Stack gap={12}>
      <Field
        label="Search open cases"
        name="case"
        size="middle"
        optional
        autoFocus
        maxLength={200}
        placeholder="Title, client, #12"
        value={text}
        onChange={setText}
      />
      <FormFailure text={add.error ? failureMessage(add.error, 'Failed to add to the case') : undefined} />
      {query.data === undefined ? (
        query.error ? (
          <LoadFailure title="Cases could not be loaded" error={query.error} onRetry={query.refetch} />
        ) : (
          <RowTableSkeleton rows={3} kind="facts" />
        )
      ) : query.data.length === 0 ? (
        <EmptyState title="No open case found" />
      ) : (
        <div className={css.cases}>
          <List label="Open cases">
            {query.data.map(({ _id, number, title, assignedTo }) => (
              <ListItem
                key={_id}
                title={`#${String(number)} ${title}`}
                text={assignedTo?.name ?? 'Unassigned'}
                actions={
                  chosen.has(_id) ? (
                    <Text tone={3}>Already added</Text>
                  ) : (
                    <Button
                      size="small"
                      label={`Add to case ${String(number)}`}
                      loading={add.isPending && add.variables.params.id === _id}
                      onClick={() => put(_id, number)}
                    >
                      Add
                    </Button>
                  )
                }
              />
            ))}
          </List>
        </div>
      )}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          onClick={() =>
            void navigate({ to: '/home/cases', search: { new: true, transaction: transaction._id } })
          }
        >
          New case
        </Button>
      </Actions>
    </Stack>
  );
}

/** The cases of a transaction, with buttons to add it to another or a new one. */
export function CasesOf({ transaction, organizationId }: Props) {
  const [open, setOpen] = useState(false);
  const { data } = useCasesOf(organizationId, transaction._id);
  const cases = data ?? [];
  return (
    <section className={css.section}>
      <h3>
        <span>Cases</span>
        <Button
          size="small"
          icon={<BriefcaseBusiness size={14} strokeWidth={1.6} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          Add to case…
        </Button>
      </h3>
      {data === undefined ? null : cases.length === 0 ? (
        <Text tone={3}>Not in a case</Text>
      ) : (
        <ul className={css.box} aria-label="Cases of this transaction">
          {cases.map(({ _id, number, title, status }) => (
            <li key={_id}>
              <div className={css.grow}>
                <NewTab href={caseHref(_id)}>
                  #{number} {title}
                </NewTab>
              </div>
              <Text tone={2} size={12}>
                {status === 'CLOSED' ? 'closed' : 'open'}
              </Text>
            </li>
          ))}
        </ul>
      )}
      <Dialog title="Add to case" open={open} width={560} onClose={() => setOpen(false)}>
        <Choose
          transaction={transaction}
          organizationId={organizationId}
          chosen={new Set(cases.map(({ _id }) => _id))}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </section>
  );
}
