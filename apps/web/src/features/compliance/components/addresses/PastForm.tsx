import type { MonitoredAddress } from '@hopscope/contract';
import { utcDay, dayName } from '@hopscope/domain';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useScreenPast } from '../../api/monitored-addresses.ts';
import { startOfDay } from '../../model/address-form.ts';

/** Asks for the date from which past transactions of an address are screened. */
export function PastForm({
  entry,
  organizationId,
  onClose,
}: {
  entry: MonitoredAddress;
  organizationId: string;
  onClose: () => void;
}) {
  const toast = useToast();
  const today = utcDay(useNow() * 1000);
  const [from, setFrom] = useState('');
  const [missing, setMissing] = useState(false);
  const screen = useScreenPast(organizationId);

  function submit() {
    setMissing(from === '');
    if (from === '' || screen.isPending) return;
    screen.mutate(
      { params: { id: entry._id }, body: { from: startOfDay(from) } },
      {
        onSuccess() {
          toast.success('Screening of past transactions started');
          onClose();
        },
      },
    );
  }

  return (
    <FormStack label="Screen past transactions" onSubmit={submit}>
      <Text tone={2} size={13}>
        Transactions since that day are screened in the background, newest first.
        {entry.past && ` Already requested: since ${dayName(entry.past.from.slice(0, 10))} (UTC).`}
      </Text>
      <Field
        label="Since (UTC)"
        name="from"
        type="date"
        size="middle"
        max={today}
        value={from}
        error={missing ? 'Please choose a day' : undefined}
        onChange={setFrom}
      />
      <FormFailure
        text={screen.error ? failureMessage(screen.error, 'Failed to start the screening') : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={screen.isPending}>
          Screen
        </Button>
      </Actions>
    </FormStack>
  );
}
