import { caseEndpoints } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
import { useNavigate } from '@tanstack/react-router';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { RestoredNotice } from '../../../ui/feedback/RestoredNotice.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useCaseCall } from '../api/cases.ts';
import { caseProblems, caseValues, emptyCaseForm } from '../model/case-form.ts';
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
  const create = useCaseCall(caseEndpoints.createCase, organizationId);
  const form = useForm({
    start: { ...emptyCaseForm, mine: 'yes' },
    draft: 'case:new',
    read: (values) =>
      readForm(
        caseEndpoints.createCase.body,
        {
          ...caseValues(values),
          assignedTo: values.mine === 'yes' ? me : null,
          transactionIds: transaction === undefined ? [] : [transaction],
        },
        caseProblems(values),
      ),
    send: (body) => create.mutateAsync({ body }),
    sent: ({ data }) => void navigate({ to: '/home/cases/$id', params: { id: data._id }, search: {} }),
    failure: 'Failed to open the case',
  });

  return (
    <FormStack label="New case" onSubmit={form.submit}>
      <RestoredNotice shown={form.restored} onDiscard={() => form.reset()} />
      {transaction !== undefined && (
        <Text tone={2} size={13}>
          Includes the transaction that you came from.
        </Text>
      )}
      <CaseFields form={form.values} problemOf={form.problem} onChange={form.change} />
      <CheckBox
        label="Assign to me"
        checked={form.values.mine === 'yes'}
        onChange={(on) => form.change('mine', on ? 'yes' : '')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
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
