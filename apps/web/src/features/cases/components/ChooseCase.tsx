import { caseEndpoints } from '@hopscope/contract';
import { chainOf } from '@hopscope/domain';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { useCaseCall, useCases } from '../api/cases.ts';

const pauseMs = 300;

/** The open cases, to choose one for an address. */
export function ChooseCase({
  address,
  organizationId,
  onClose,
}: {
  address: string;
  organizationId: string;
  onClose: () => void;
}) {
  const toast = useToast();
  const [text, setText] = useState('');
  const search = useDebouncedValue(text.trim(), pauseMs);
  const query = useCases(organizationId, search === '' ? {} : { search });
  const add = useCaseCall(caseEndpoints.addCaseAddresses, organizationId);

  function put(id: string, number: number) {
    if (add.isPending) return;
    add.mutate(
      { params: { id }, body: { addresses: [{ address, blockchain: chainOf(address) }] } },
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
      {query.data ? (
        query.data.data.length === 0 ? (
          <EmptyState title="No open case found" />
        ) : (
          <List label="Open cases">
            {query.data.data.map(({ _id, number, title, assignedTo }) => (
              <ListItem
                key={_id}
                title={`#${String(number)} ${title}`}
                text={assignedTo?.name ?? 'Unassigned'}
                actions={
                  <Button
                    size="small"
                    label={`Add to case ${String(number)}`}
                    loading={add.isPending && add.variables.params.id === _id}
                    onClick={() => put(_id, number)}
                  >
                    Add
                  </Button>
                }
              />
            ))}
          </List>
        )
      ) : query.error ? (
        <LoadFailure title="Cases could not be loaded" error={query.error} onRetry={query.refetch} />
      ) : (
        <RowTableSkeleton rows={3} kind="facts" />
      )}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <LinkButton to="/home/cases" search={{ new: true }}>
          New case
        </LinkButton>
      </Actions>
    </Stack>
  );
}
