import { caseEndpoints } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { RestoredNotice } from '../../../ui/feedback/RestoredNotice.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useCaseCall } from '../api/cases.ts';
import { type CaseProblems, caseProblems, caseValues, emptyCaseForm } from '../model/case-form.ts';
import { CaseFields } from './CaseFields.tsx';

interface Props {
  organizationId: string;
  /** The compliance transaction that the case starts with. */
  transaction: string | undefined;
  onClose: () => void;
}

function Content({ organizationId, transaction, onClose }: Props) {
  const navigate = useNavigate();
  const { _id: me } = useUser();
  const { form, restored, change, reset } = useDraft('case:new', { ...emptyCaseForm, mine: 'yes' });
  const [problems, setProblems] = useState<CaseProblems>({});
  const [failure, setFailure] = useState<string>();
  const create = useCaseCall(caseEndpoints.createCase, organizationId);

  function submit() {
    const found = caseProblems(form);
    setProblems(found);
    setFailure(undefined);
    const [first] = Object.keys(found);
    if (first !== undefined) return document.getElementsByName(first)[0]?.focus();
    if (create.isPending) return;
    const body = {
      ...caseValues(form),
      assignedTo: form.mine === 'yes' ? me : null,
      transactionIds: transaction === undefined ? [] : [transaction],
    };
    create.mutate(
      { body },
      {
        onSuccess({ data }) {
          reset();
          void navigate({ to: '/home/cases/$id', params: { id: data._id }, search: {} });
        },
        onError(thrown) {
          const { fields } = toApiError(thrown);
          if (Object.keys(fields).length > 0) setProblems(fields);
          else setFailure(failureMessage(thrown, 'Failed to open the case'));
        },
      },
    );
  }

  return (
    <FormStack label="New case" onSubmit={submit}>
      <RestoredNotice shown={restored} onDiscard={() => reset()} />
      {transaction !== undefined && (
        <Text tone={2} size={13}>
          Includes the transaction that you came from.
        </Text>
      )}
      <CaseFields form={form} problems={problems} onChange={change} />
      <CheckBox
        label="Assign to me"
        checked={form.mine === 'yes'}
        onChange={(on) => change('mine', on ? 'yes' : '')}
      />
      <FormFailure text={failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={create.isPending}>
          Open case
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Creates a case; typed values are kept as a draft until it is sent. */
export function NewCase({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog title="New case" open={open} width={560} onClose={props.onClose}>
      <Content {...props} />
    </Dialog>
  );
}
