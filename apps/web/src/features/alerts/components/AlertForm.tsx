import type { AlertRule, AlertRuleInput } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { toApiError } from '../../../lib/api/api-error.ts';
import { networkOf } from '../../../lib/search/network-of.ts';
import { useServerHealth } from '../../../lib/server-health.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { RestoredNotice } from '../../../ui/feedback/RestoredNotice.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Toggle } from '../../../ui/form/Toggle.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAlertRules, useChangeAlertRule, useSaveAlertRule } from '../api/alert-rules.ts';
import { useAddressSuggestions, useEntitySuggestions } from '../api/suggestions.ts';
import {
  alertDefaults,
  type AlertFields,
  alertTexts,
  amountFields,
  chainOfForm,
  fieldsOf,
  hasCluster,
  readAlertForm,
  summaryOf,
} from '../model/alert-form.ts';
import { alertOptions } from '../model/alert-options.ts';
import css from './AlertForm.module.css';
import { DryRun } from './DryRun.tsx';
import { SuggestField } from './SuggestField.tsx';
import { TriangleAlert } from 'lucide-react';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';

/** Notice that the edited item has changed meanwhile; nothing is overwritten. */
function ChangedMeanwhile({ onShow }: { onShow: () => void }) {
  return (
    <Notice kind="warning" icon={<TriangleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
      Someone else changed this configuration.{' '}
      <TextButton onClick={onShow}>Show the current version</TextButton>
    </Notice>
  );
}

const targetHelp: Readonly<Record<string, string>> = {
  address: 'Address, client, or entity name',
  entity: 'Entity name',
  transaction: 'Transaction hash',
};

const indirectHelp =
  'Checks entities two or more hops before an incoming payment, once the payment is in a block. The amount is that of the payment.';

function useTargetSuggestions({ targetType, target, blockchain }: AlertFields) {
  const addresses = useAddressSuggestions(target, chainOfForm({ blockchain }), targetType === 'address');
  const entities = useEntitySuggestions(target, targetType === 'entity');
  return targetType === 'entity' ? entities : addresses;
}

/** Summary of the form so far; a live region, announced on change. */
function Summary({ form }: { form: AlertFields }) {
  const sentence = summaryOf(form);
  return (
    <output className={sentence === undefined ? `${css.summary} ${css.none}` : css.summary}>
      {sentence ??
        'The summary appears here once target, blockchain, amount, direction, and severity are set.'}
    </output>
  );
}

/** The alert form for a new or saved rule; people who may not save can do a dry run. */
export function AlertForm({
  organizationId,
  writes,
  edited,
  onEdited,
}: {
  organizationId: string;
  writes: boolean;
  /** The current version of the server. */
  edited: AlertRule | undefined;
  /** Called when it was saved or editing ends. */
  onEdited: () => void;
}) {
  const toast = useToast();
  const { data: health } = useServerHealth();
  const network = networkOf(health?.bitcoin.network);
  /** Version on which the edit is based, so that concurrent changes aren't overwritten. */
  const [version, setVersion] = useState(edited?.version ?? 0);
  const [draft, initial] = edited
    ? [`alert:${edited._id}:${String(version)}`, fieldsOf(edited)]
    : [`alert:${organizationId}`, alertDefaults];
  const save = useSaveAlertRule(organizationId);
  const rewrite = useChangeAlertRule(organizationId);
  const rules = useAlertRules(organizationId);
  const form = useForm({
    start: initial,
    draft,
    read: (values) => readAlertForm(values, network),
    send: (body) =>
      edited
        ? rewrite.mutateAsync({ params: { id: edited._id }, body: { ...body, version } })
        : save.mutateAsync({ body }),
    sent() {
      toast.success(alertTexts.saved);
      clear();
      if (edited) onEdited();
    },
    failure: 'The configuration could not be saved.',
    refused(thrown) {
      if (edited) void rules.refetch();
      return toApiError(thrown).message;
    },
  });
  const { values } = form;
  const [tried, setTried] = useState<AlertRuleInput>();
  const targets = useTargetSuggestions(values);
  const entities = useEntitySuggestions(values.counterpartyEntity);
  const anyAmount = values.amountOf === 'any';
  const { symbol: unit } = chains[chainOfForm(values)].coin;

  function set(name: Exclude<keyof AlertFields, 'amountOf'>, value: string) {
    form.change(name, value);
    setTried(undefined);
  }
  function clear() {
    setTried(undefined);
    form.reset();
  }
  function dryRun() {
    const read = readAlertForm(values, network);
    if ('problems' in read) form.showProblems(read.problems);
    setTried('body' in read ? read.body : undefined);
  }
  const choice = (name: Exclude<keyof AlertFields, 'amountOf'>) => ({
    ...form.field(name),
    onChange: (value: string) => set(name, value),
  });

  return (
    <FormStack label="Alert Configuration" onSubmit={() => (writes ? form.submit() : undefined)}>
      <RestoredNotice shown={form.restored} onDiscard={clear} />
      <div className={css.fields}>
        <SelectField<string>
          label="Target type"
          options={alertOptions.targetType}
          {...choice('targetType')}
        />
        <SelectField<string> label="Blockchain" options={alertOptions.blockchain} {...choice('blockchain')} />
        <div className={css.wide}>
          <SuggestField
            label="Target"
            placeholder="Address or entity"
            mono={values.targetType !== 'entity'}
            help={targetHelp[values.targetType]}
            suggestions={targets}
            {...choice('target')}
          />
          {hasCluster(values) && (
            <Toggle
              label="Include its cluster"
              checked={values.withCluster === 'yes'}
              onChange={(on) => set('withCluster', on ? 'yes' : '')}
            />
          )}
        </div>
        <div className={css.amount}>
          <Field
            label="Amount"
            size="middle"
            inputMode="decimal"
            unit={unit}
            maxLength={40}
            disabled={anyAmount}
            placeholder={anyAmount ? 'Any Amount' : '0.00'}
            {...choice('amount')}
          />
          <Toggle
            label="Any Amount"
            checked={anyAmount}
            onChange={(any) => {
              const next = amountFields(any);
              form.change('amountOf', next.amountOf);
              set('amount', next.amount);
            }}
          />
        </div>
        <SelectField<string> label="Direction" options={alertOptions.direction} {...choice('direction')} />
        <SelectField<string> label="Severity" options={alertOptions.severity} {...choice('severity')} />
        <SelectField<string>
          label="Counterparty relation (optional)"
          options={alertOptions.counterpartyRelation}
          help={values.counterpartyRelation === 'indirect' ? indirectHelp : undefined}
          {...choice('counterpartyRelation')}
        />
        <SuggestField
          label="Counterparty entity (optional)"
          placeholder="Any"
          optional
          suggestions={entities}
          {...choice('counterpartyEntity')}
        />
        <SelectField<string>
          label="Category (optional)"
          options={alertOptions.category}
          {...choice('category')}
        />
        <div className={css.wide}>
          <Field
            label="Alert summary (optional)"
            size="middle"
            optional
            maxLength={300}
            placeholder="Replaces the generated summary"
            {...choice('alertSummary')}
          />
        </div>
      </div>
      <Summary form={values} />
      {edited && edited.version !== version ? (
        <ChangedMeanwhile
          onShow={() => {
            clear();
            form.reset(fieldsOf(edited));
            setVersion(edited.version);
            rewrite.reset();
          }}
        />
      ) : (
        <FormFailure text={form.failure} />
      )}
      <Actions>
        <Button
          onClick={() => {
            clear();
            if (edited) onEdited();
          }}
        >
          {edited ? 'Cancel' : 'Clear'}
        </Button>
        <Button onClick={dryRun}>Test on the last 90 days</Button>
        {writes && (
          <Button submit kind="primary" loading={form.busy}>
            Save Configuration
          </Button>
        )}
      </Actions>
      {tried && <DryRun organizationId={organizationId} rule={tried} />}
    </FormStack>
  );
}
