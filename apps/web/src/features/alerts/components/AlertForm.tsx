import type { AlertRule, AlertRuleInput } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useDraft } from '../../../lib/drafts.ts';
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
  checkAlertForm,
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
  const { form, restored, change, reset } = useDraft<AlertFields>(draft, initial);
  const [problems, setProblems] = useState<ReturnType<typeof checkAlertForm>>();
  const save = useSaveAlertRule(organizationId);
  const rewrite = useChangeAlertRule(organizationId);
  const rules = useAlertRules(organizationId);
  const failure = save.error ?? rewrite.error;
  const busy = save.isPending || rewrite.isPending;
  const [tried, setTried] = useState<AlertRuleInput>();
  const targets = useTargetSuggestions(form);
  const entities = useEntitySuggestions(form.counterpartyEntity);
  const anyAmount = form.amountOf === 'any';
  const { symbol: unit } = chains[chainOfForm(form)].coin;

  function set(name: keyof AlertFields & string, value: string) {
    change(name, value);
    setTried(undefined);
    if (problems?.[name] !== undefined) setProblems({ ...problems, [name]: undefined });
  }
  function clear() {
    setProblems(undefined);
    setTried(undefined);
    reset();
  }
  /** Returns the values of the form, or undefined if it has problems. */
  function read(): AlertRuleInput | undefined {
    const found = checkAlertForm(form, network);
    setProblems(found);
    return found ? undefined : readAlertForm(form, network);
  }
  function done() {
    toast.success(alertTexts.saved);
    clear();
    if (edited) onEdited();
  }
  function submit() {
    const body = writes && !busy ? read() : undefined;
    if (!body) return;
    if (!edited) save.mutate({ body }, { onSuccess: done });
    else {
      const input = { params: { id: edited._id }, body: { ...body, version } };
      rewrite.mutate(input, { onSuccess: done, onError: () => void rules.refetch() });
    }
  }
  const choice = (name: keyof AlertFields & string) => ({
    value: form[name],
    error: problems?.[name],
    onChange: (value: string) => set(name, value),
  });

  return (
    <FormStack label="Alert Configuration" onSubmit={submit}>
      <RestoredNotice shown={restored} onDiscard={clear} />
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
            name="target"
            value={form.target}
            placeholder="Address or entity"
            mono={form.targetType !== 'entity'}
            error={problems?.target}
            help={targetHelp[form.targetType]}
            suggestions={targets}
            onChange={(value) => set('target', value)}
          />
          {hasCluster(form) && (
            <Toggle
              label="Include its cluster"
              checked={form.withCluster === 'yes'}
              onChange={(on) => set('withCluster', on ? 'yes' : '')}
            />
          )}
        </div>
        <div className={css.amount}>
          <Field
            label="Amount"
            name="amount"
            size="middle"
            inputMode="decimal"
            unit={unit}
            maxLength={40}
            disabled={anyAmount}
            placeholder={anyAmount ? 'Any Amount' : '0.00'}
            value={form.amount}
            error={problems?.amount}
            onChange={(value) => set('amount', value)}
          />
          <Toggle
            label="Any Amount"
            checked={anyAmount}
            onChange={(any) => {
              const next = amountFields(any);
              change('amountOf', next.amountOf);
              set('amount', next.amount);
            }}
          />
        </div>
        <SelectField<string> label="Direction" options={alertOptions.direction} {...choice('direction')} />
        <SelectField<string> label="Severity" options={alertOptions.severity} {...choice('severity')} />
        <SelectField<string>
          label="Counterparty relation (optional)"
          options={alertOptions.counterpartyRelation}
          help={form.counterpartyRelation === 'indirect' ? indirectHelp : undefined}
          {...choice('counterpartyRelation')}
        />
        <SuggestField
          label="Counterparty entity (optional)"
          name="counterpartyEntity"
          value={form.counterpartyEntity}
          placeholder="Any"
          optional
          suggestions={entities}
          onChange={(value) => set('counterpartyEntity', value)}
        />
        <SelectField<string>
          label="Category (optional)"
          options={alertOptions.category}
          {...choice('category')}
        />
        <div className={css.wide}>
          <Field
            label="Alert summary (optional)"
            name="alertSummary"
            size="middle"
            optional
            maxLength={300}
            placeholder="Replaces the generated summary"
            value={form.alertSummary}
            onChange={(value) => set('alertSummary', value)}
          />
        </div>
      </div>
      <Summary form={form} />
      {edited && edited.version !== version ? (
        <ChangedMeanwhile
          onShow={() => {
            clear();
            reset(fieldsOf(edited));
            setVersion(edited.version);
            rewrite.reset();
          }}
        />
      ) : (
        <FormFailure text={failure ? toApiError(failure).message : undefined} />
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
        <Button onClick={() => setTried(read())}>Test on the last 90 days</Button>
        {writes && (
          <Button submit kind="primary" loading={busy}>
            Save Configuration
          </Button>
        )}
      </Actions>
      {tried && <DryRun organizationId={organizationId} rule={tried} />}
    </FormStack>
  );
}
