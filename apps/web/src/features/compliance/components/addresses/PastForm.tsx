import { type MonitoredAddress, monitoringEndpoints } from '@hopscope/contract';
import { utcDay, dayName } from '@hopscope/domain';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
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
  const screen = useScreenPast(organizationId);
  const form = useForm({
    start: { from: '' },
    read: (values) =>
      readForm(
        monitoringEndpoints.screenMonitoredPast.body,
        { from: startOfDay(values.from) },
        blankFields(values, { from: 'Please choose a day' }),
      ),
    send: (body) => screen.mutateAsync({ params: { id: entry._id }, body }),
    sent() {
      toast.success('Screening of past transactions started');
      onClose();
    },
    failure: 'Failed to start the screening',
  });

  return (
    <FormStack label="Screen past transactions" onSubmit={form.submit}>
      <Text tone={2} size={13}>
        Transactions since that day are screened in the background, newest first.
        {entry.past && ` Already requested: since ${dayName(entry.past.from.slice(0, 10))} (UTC).`}
      </Text>
      <Field label="Since (UTC)" type="date" size="middle" max={today} {...form.field('from')} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Screen
        </Button>
      </Actions>
    </FormStack>
  );
}
