import { type CaseDetails, caseEndpoints } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { chains } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { chainOf } from '@hopscope/domain';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useCaseCall } from '../../api/cases.ts';
import css from '../Cases.module.css';

/** Addresses to add, one per line; the chain follows from the address. */
export function AddAddresses({ found, onClose }: { found: CaseDetails; onClose: () => void }) {
  const add = useCaseCall(caseEndpoints.addCaseAddresses, found.organizationId);
  const form = useForm({
    start: { addresses: '' },
    read(values) {
      const addresses = values.addresses
        .split(/[\s,;]+/)
        .filter((each) => each !== '')
        .map((address) => ({ address, blockchain: chainOf(address) }));
      return readForm(
        caseEndpoints.addCaseAddresses.body,
        { addresses },
        blankFields({ addresses: addresses[0]?.address }, { addresses: 'Please enter an address' }),
      );
    },
    send: (body) => add.mutateAsync({ params: { id: found._id }, body }),
    sent: onClose,
    failure: 'Failed to add the addresses',
  });
  return (
    <FormStack label="Add addresses" onSubmit={form.submit}>
      <TextArea
        label="Addresses"
        autoFocus
        minRows={3}
        maxLength={20_000}
        help="Bitcoin or Ethereum, one per line"
        {...form.field('addresses')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Add addresses
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Addresses of a case. */
export function CaseAddresses({
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
  const remove = useCaseCall(caseEndpoints.removeCaseAddress, found.organizationId);
  const takeOut = (addressId: string) =>
    remove.mutate(
      { params: { id: found._id, addressId } },
      { onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to remove the address')) },
    );
  return (
    <Card
      title="Addresses"
      count={count(found.addresses.length)}
      extra={
        writes && (
          <Button
            size="small"
            label="Add addresses"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={onAdd}
          >
            Add
          </Button>
        )
      }
    >
      {found.addresses.length === 0 ? (
        <p className={css.muted}>No addresses.</p>
      ) : (
        <List label="Addresses">
          {found.addresses.map(({ _id, address, blockchain, addedBy, addedAt }) => (
            <ListItem
              key={_id}
              title={
                <Hash
                  value={address}
                  what="address"
                  link={(content) => (
                    <Link to="/home/block-explorer/address/$address" params={{ address }}>
                      {content}
                    </Link>
                  )}
                />
              }
              text={
                <>
                  {chains[blockchain].name}, {addedBy.name},{' '}
                  <Time seconds={Date.parse(addedAt) / 1000} to="minute" />
                  <div className={css.links}>
                    <Link to="/home/risk-dashboard" search={{ address }}>
                      Risk
                    </Link>
                    <Link to="/home/flow-trace" search={{ address }}>
                      Trace
                    </Link>
                  </div>
                </>
              }
              actions={
                writes &&
                found.hold === null && (
                  <IconButton
                    label={`Remove address ${address.slice(0, 12)}`}
                    onClick={() => remove.isPending || takeOut(_id)}
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
