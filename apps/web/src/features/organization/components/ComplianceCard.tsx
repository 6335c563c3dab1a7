import { type Organization, texts } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage, formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import type { FormProblems } from '../../../lib/form-problems.ts';
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
import { type Thresholds, readThresholds, thresholdsOf } from '../model/thresholds.ts';

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
  const saved = thresholdsOf(organization);
  const { form, change, reset } = useDraft<Thresholds>(`compliance:${id}`, saved);
  const [problems, setProblems] = useState<FormProblems<'risk' | 'transaction'>>();
  const update = useUpdateOrganization();
  const toggle = useUpdateOrganization();

  function submit() {
    const read = readThresholds(form);
    setProblems('problems' in read ? read.problems : undefined);
    if ('problems' in read || update.isPending) return;
    update.mutate(
      { params: { id }, body: read },
      {
        onSuccess({ data }) {
          reset(thresholdsOf(data));
          toast.success(texts.complianceUpdated);
        },
      },
    );
  }

  function setAllowCSAM(allowCSAM: boolean) {
    toggle.mutate(
      { params: { id }, body: { settings: { allowCSAM } } },
      {
        onSuccess: () => toast.success(texts.organizationUpdated),
        onError: (thrown) => toast.error(failureMessage(thrown, texts.organizationUpdateFailed)),
      },
    );
  }

  const unchanged = form.risk === saved.risk && form.transaction === saved.transaction;
  return (
    <Card title="Compliance" padded>
      <FormStack label="Compliance" onSubmit={submit}>
        <Pair>
          <Field
            label="Risk score threshold"
            name="risk-threshold"
            size="middle"
            inputMode="numeric"
            unit="0 to 100"
            disabled={!editable}
            error={problems?.risk}
            help="Transactions with this score or higher are high risk."
            value={form.risk}
            onChange={(value) => change('risk', value)}
          />
          <Field
            label="Transaction amount threshold"
            name="transaction-threshold"
            size="middle"
            inputMode="decimal"
            before="$"
            disabled={!editable}
            error={problems?.transaction}
            help="Transactions below this amount are not monitored."
            value={form.transaction}
            onChange={(value) => change('transaction', value)}
          />
        </Pair>
        <FormFailure
          text={update.isError ? formFailure(update.error, texts.complianceUpdateFailed) : undefined}
        />
        {editable && (
          <Actions>
            {!unchanged && <Button onClick={() => reset(saved)}>Discard</Button>}
            <Button submit loading={update.isPending} disabled={unchanged}>
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
