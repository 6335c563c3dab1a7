import { texts } from '@hopscope/contract';
import { type RiskProfile, taintMethods } from '@hopscope/risk';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { methodNames } from '../../../lib/risk/risk-level.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RestoredNotice } from '../../../ui/feedback/RestoredNotice.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { StickyBar } from '../../../ui/layout/StickyBar.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useDraftProfile } from '../api/risk-profiles.ts';
import {
  changedSettings,
  problemsByPath,
  readSettings,
  type Setting,
  settingGroups,
  type SettingsForm,
  settingsForm,
} from '../model/settings.ts';
import { Differences } from './Differences.tsx';

const units: Readonly<Record<Setting['kind'], string | undefined>> = {
  points: '0 to 100',
  count: undefined,
  percent: '%',
  percents: '%',
  hours: 'hours',
  method: undefined,
  amounts: undefined,
};

const methods = taintMethods.map((value) => ({ value, label: methodNames[value] }));

function SettingField({
  setting: { path, label, kind },
  value,
  error,
  onChange,
}: {
  setting: Setting;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  if (kind === 'method') {
    return (
      <SelectField
        label={label}
        error={error}
        value={taintMethods.find((method) => method === value)}
        options={methods}
        onChange={onChange}
      />
    );
  }
  if (kind === 'amounts') {
    return <TextArea label={label} name={path} error={error} value={value} optional onChange={onChange} />;
  }
  const unit = units[kind];
  return (
    <Field
      label={label}
      name={path}
      size="middle"
      inputMode={kind === 'percents' ? 'text' : 'decimal'}
      {...(unit !== undefined && { unit })}
      error={error}
      value={value}
      onChange={onChange}
    />
  );
}

/** All settings of a profile as a form, which replaces the draft of an organization. */
export function EditDraft({
  organizationId,
  base,
  active,
  onClose,
}: {
  organizationId: string;
  /** The profile that the form begins with. */
  base: RiskProfile;
  active: RiskProfile;
  onClose: () => void;
}) {
  const toast = useToast();
  const { counted } = useFormats();
  const [begun] = useState(base);
  const saved = settingsForm(begun);
  const { form, restored, change, reset } = useDraft<SettingsForm>(`risk-profile:${organizationId}`, saved);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [confirming, setConfirming] = useState<RiskProfile>();
  const [reason, setReason] = useState('');
  const [reasonMissing, setReasonMissing] = useState(false);
  const draft = useDraftProfile();
  const changed = changedSettings(saved, form);

  function showProblems(found: Readonly<Record<string, string>>) {
    setConfirming(undefined);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) document.getElementsByName(first)[0]?.focus();
  }

  function ask() {
    const read = readSettings(begun, form);
    if ('problems' in read) return showProblems(read.problems);
    setProblems({});
    draft.reset();
    setReasonMissing(false);
    setConfirming(read.profile);
  }

  function leave() {
    reset();
    window.scrollTo(0, 0);
    onClose();
  }

  function save() {
    setReasonMissing(reason.trim() === '');
    if (reason.trim() === '' || draft.isPending || !confirming) return;
    draft.mutate(
      {
        params: { id: organizationId },
        body: { settings: { ...confirming }, reason: reason.trim() },
      },
      {
        onSuccess() {
          toast.success(texts.riskProfileDrafted);
          leave();
        },
        onError(thrown) {
          const refused = Object.entries(toApiError(thrown).fields);
          const found = problemsByPath(
            refused.map(([field, problem]) => [field.replace(/^settings\./, ''), problem]),
          );
          if (Object.keys(found).length > 0) showProblems(found);
        },
      },
    );
  }

  return (
    // The dialog is beside the form: what it submits must not submit the form.
    <>
      <FormStack label="Draft of the risk profile" onSubmit={ask}>
        <RestoredNotice shown={restored} onDiscard={() => reset()} />
        {settingGroups.map(({ title, text, settings }) => (
          <Card key={title} title={title} padded>
            <Stack gap={12}>
              <Text tone={2} size={13}>
                {text}
              </Text>
              <Pair>
                {settings.map((setting) => (
                  <SettingField
                    key={setting.path}
                    setting={setting}
                    value={form[setting.path] ?? ''}
                    error={problems[setting.path]}
                    onChange={(value) => change(setting.path, value)}
                  />
                ))}
              </Pair>
            </Stack>
          </Card>
        ))}
        <StickyBar
          state={changed.length === 0 ? 'No changes' : `${counted(changed.length, 'setting')} changed`}
        >
          <Button onClick={leave}>Cancel</Button>
          <Button submit kind="primary" disabled={changed.length === 0}>
            Save draft
          </Button>
        </StickyBar>
      </FormStack>
      <ConfirmDialog
        title="Save draft?"
        open={confirming !== undefined}
        width={600}
        confirmText="Save draft"
        busy={draft.isPending}
        failure={draft.error ? formFailure(draft.error, texts.riskProfileDraftFailed) : undefined}
        onConfirm={save}
        onClose={() => setConfirming(undefined)}
      >
        <Stack gap={12}>
          <Text tone={2} size={13}>
            Scores change only when the draft is activated. Differences from the active profile:
          </Text>
          {confirming && <Differences before={active} after={confirming} />}
          <TextArea
            label="Reason"
            name="reason"
            value={reason}
            maxLength={500}
            error={reasonMissing ? 'Please enter a reason' : undefined}
            onChange={setReason}
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
