import { type TravelAddress, travelRuleEndpoints } from '@hopscope/contract';
import { type Blockchain, blockchains, chains } from '@hopscope/domain';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { CopyField } from '../../../../ui/form/CopyField.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import {
  shownRows,
  useCreateTravelAddress,
  useDeleteTravelAddress,
  useTravelAddresses,
} from '../../api/travel-rule.ts';

const networks = blockchains.map((value) => ({ value, label: chains[value].name }));

const noClient: { clientId: string; paymentAddress: string; blockchain: Blockchain } = {
  clientId: '',
  paymentAddress: '',
  blockchain: blockchains[0],
};

function NewAddress({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const create = useCreateTravelAddress(organizationId);
  const form = useForm({
    start: noClient,
    read(values) {
      const { clientId, paymentAddress, blockchain } = values;
      return readForm(
        travelRuleEndpoints.createTravelAddress.body,
        { clientId, ...(paymentAddress.trim() !== '' && { blockchain, paymentAddress }) },
        blankFields(values, { clientId: 'Enter the client ID' }),
      );
    },
    send: (body) => create.mutateAsync({ body }),
    sent: () => {},
    failure: 'Failed to create the travel address',
  });
  const made = create.data?.data;

  if (made) {
    return (
      <FormStack label="New travel address" onSubmit={onClose}>
        <Text>Give this to {made.clientId}. Senders enter it at their institution.</Text>
        <CopyField value={made.travelAddress} what="travel address" />
        <Actions>
          <Button submit kind="primary">
            Done
          </Button>
        </Actions>
      </FormStack>
    );
  }
  return (
    <FormStack label="New travel address" onSubmit={form.submit}>
      <Field label="Client ID" size="middle" autoFocus maxLength={200} {...form.field('clientId')} />
      <SelectField label="Blockchain" options={networks} {...form.field('blockchain')} />
      <Field
        label="Wallet that receives"
        size="middle"
        optional
        maxLength={200}
        help="Approvals name it unless you choose another"
        {...form.field('paymentAddress')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Create
        </Button>
      </Actions>
    </FormStack>
  );
}

function columnsOf(
  dateTime: (at: string) => string,
  onDelete: (row: TravelAddress) => void,
): RowColumns<TravelAddress> {
  return [
    { title: 'Client', render: (_, { clientId }) => clientId },
    {
      title: 'Travel address',
      render: (_, { travelAddress }) =>
        travelAddress === '' ? (
          <Text tone={3}>needs HTTPS</Text>
        ) : (
          <Hash plain value={travelAddress} what="travel address" />
        ),
    },
    {
      title: 'Wallet that receives',
      render: (_, { paymentAddress }) =>
        paymentAddress === null ? (
          <Text tone={3}>none</Text>
        ) : (
          <Hash plain value={paymentAddress} what="address" />
        ),
    },
    { title: 'Created', render: (_, { createdAt }) => dateTime(createdAt) },
    {
      key: 'actions',
      align: 'right',
      render: (_, row) => (
        <IconButton label={`End the travel address of ${row.clientId}`} onClick={() => onDelete(row)}>
          <Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      ),
    },
  ];
}

/** Travel addresses of clients; `problem`: why none can be created. */
export function AddressesCard({
  organizationId,
  problem,
}: {
  organizationId: string;
  problem: string | null;
}) {
  const toast = useToast();
  const { count, counted, dateTime } = useFormats();
  const query = useTravelAddresses(organizationId);
  const remove = useDeleteTravelAddress(organizationId);
  const [isNew, setNew] = useState(false);
  const [ended, setEnded] = useState<TravelAddress>();
  const create = (
    <Button
      kind="primary"
      size="small"
      icon={<Plus size={14} aria-hidden="true" />}
      disabled={problem !== null}
      onClick={() => setNew(true)}
    >
      New travel address
    </Button>
  );
  return (
    <>
      <LoadedCard
        title="Travel addresses"
        query={query}
        failure="Failed to load travel addresses"
        count={query.data && counted(query.data.total, 'travel address', 'travel addresses')}
        extra={create}
      >
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState title="No travel address yet" actions={create}>
              {problem ?? 'A client gives it to a sender, whose institution then asks you before it pays.'}
            </EmptyState>
          ) : (
            <>
              <RowTable
                label="Travel addresses"
                columns={columnsOf(dateTime, setEnded)}
                rows={data}
                rowKey={({ _id }) => _id}
              />
              {total > data.length && (
                <TableFoot>The newest {count(shownRows)}. The API returns older ones.</TableFoot>
              )}
            </>
          )
        }
      </LoadedCard>
      <Dialog title="New travel address" open={isNew} width={560} onClose={() => setNew(false)}>
        <NewAddress organizationId={organizationId} onClose={() => setNew(false)} />
      </Dialog>
      <ConfirmDialog
        title="End travel address"
        open={ended !== undefined}
        confirmText="End"
        danger
        busy={remove.isPending}
        failure={remove.error ? failureMessage(remove.error, 'Failed to end the travel address') : undefined}
        onClose={() => setEnded(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: ended?._id ?? '' } },
            {
              onSuccess() {
                setEnded(undefined);
                toast.success('Travel address ended');
              },
            },
          )
        }
      >
        Other institutions can no longer ask at the travel address of {ended?.clientId}. Stored transfers
        remain.
      </ConfirmDialog>
    </>
  );
}
