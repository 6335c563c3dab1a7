import { type Organization, texts } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { Toggle } from '../../../ui/form/Toggle.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useUpdateOrganization } from '../api/organization.ts';
import { readThresholds, thresholdsOf } from '../model/thresholds.ts';

/** Thresholds of monitoring and display. */
export function ComplianceCard({
  organization,
  editable,
}: {
  organization: Organization;
  editable: boolean;
}) {
  const { _id: id, settings } = organization;
  const toast = useToast();
  const update = useUpdateOrganization();
  const toggle = useUpdateOrganization();

  const form = useForm({
    start: thresholdsOf(organization),
    draft: `compliance:${id}`,
    read: readThresholds,
    send: (body) => update.mutateAsync({ params: { id }, body }),
    sent({ data }, { reset }) {
      reset(thresholdsOf(data));
      toast.success(texts.complianceUpdated);
    },
    failure: texts.complianceUpdateFailed,
  });

  function setAllowCSAM(allowCSAM: boolean) {
    toggle.mutate(
      { params: { id }, body: { settings: { allowCSAM } } },
      {
        onSuccess: () => toast.success(texts.organizationUpdated),
        onError: (thrown) => toast.error(failureMessage(thrown, texts.organizationUpdateFailed)),
      },
    );
  }

  return (
    <Card title="Compliance" padded>
      <FormStack label="Compliance" onSubmit={form.submit}>
        <Pair>
          <Field
            label="Risk score threshold"
            size="middle"
            inputMode="numeric"
            unit="0 to 100"
            disabled={!editable}
            help="Transactions with this score or higher are high risk."
            {...form.field('risk')}
            name="risk-threshold"
          />
          <Field
            label="Transaction amount threshold"
            size="middle"
            inputMode="decimal"
            before="$"
            disabled={!editable}
            help="Transactions below this amount are not monitored."
            {...form.field('transaction')}
            name="transaction-threshold"
          />
        </Pair>
        <FormFailure text={form.failure} />
        {editable && (
          <Actions>
            {form.changed && <Button onClick={() => form.reset()}>Discard</Button>}
            <Button submit loading={form.busy} disabled={!form.changed}>
              Save
            </Button>
          </Actions>
        )}
        <Toggle
          label="CSAM visualization"
          help="If off, entities related to child sexual abuse material are hidden from search and displayed as “CSAM Related Entity”."
          checked={toggle.isPending ? toggle.variables.body.settings?.allowCSAM === true : settings.allowCSAM}
          loading={toggle.isPending}
          disabled={!editable}
          onChange={setAllowCSAM}
        />
      </FormStack>
    </Card>
  );
}
