import { texts, draftRiskProfile } from '@hopscope/contract';
import { type RiskProfile, taintMethods } from '@hopscope/risk';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
import { toApiError } from '../../../lib/api/api-error.ts';
import { formFailure } from '../../../lib/api/failure-message.ts';
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

/** Names of fields can't contain the dots of a path. */
const nameOf = (path: string): string => path.replaceAll('.', '-');
const pathOf = (name: string): string => name.replaceAll('-', '.');
const renamed = (record: Readonly<Record<string, string>>, rename: (key: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([key, text]) => [rename(key), text]));

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
  const [confirming, setConfirming] = useState<RiskProfile>();
  const draft = useDraftProfile();
  const form = useForm({
    start: renamed(saved, nameOf),
    draft: `risk-profile:${organizationId}`,
    confirms: true,
    read(values) {
      const read = readSettings(begun, renamed(values, pathOf));
      return 'problems' in read ? { problems: renamed(read.problems, nameOf) } : { body: read.profile };
    },
    send: async (profile) => profile,
    sent: setConfirming,
    failure: texts.riskProfileDraftFailed,
  });
  const changed = changedSettings(saved, renamed(form.values, pathOf));
  const confirmation = useForm({
    start: { reason: '' },
    read: (values) =>
      readForm(
        draftRiskProfile.body,
        { settings: { ...confirming }, reason: values.reason.trim() },
        blankFields(values, { reason: 'Please enter a reason' }),
      ),
    send: (body) => draft.mutateAsync({ params: { id: organizationId }, body }),
    sent() {
      toast.success(texts.riskProfileDrafted);
      leave();
    },
    failure: texts.riskProfileDraftFailed,
    refused(thrown) {
      const refused = Object.entries(toApiError(thrown).fields);
      const found = problemsByPath(
        refused.map(([field, problem]) => [field.replace(/^settings\./, ''), problem]),
      );
      if (form.showProblems(renamed(found, nameOf))) setConfirming(undefined);
      return formFailure(thrown, texts.riskProfileDraftFailed);
    },
  });

  function leave() {
    form.reset();
    window.scrollTo(0, 0);
    onClose();
  }

  return (
    // The dialog is beside the form: what it submits must not submit the form.
    <>
      <FormStack label="Draft of the risk profile" onSubmit={form.submit}>
        <RestoredNotice shown={form.restored} onDiscard={() => form.reset()} />
        {settingGroups.map(({ title, text, settings }) => (
          <Card key={title} title={title} padded>
            <Stack gap={12}>
              <Text tone={2} size={13}>
                {text}
              </Text>
              <Pair>
                {settings.map((setting) => (
                  <SettingField key={setting.path} setting={setting} {...form.field(nameOf(setting.path))} />
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
        busy={confirmation.busy}
        failure={confirmation.failure}
        onConfirm={confirmation.submit}
        onClose={() => setConfirming(undefined)}
      >
        <Stack gap={12}>
          <Text tone={2} size={13}>
            Scores change only when the draft is activated. Differences from the active profile:
          </Text>
          {confirming && <Differences before={active} after={confirming} />}
          <TextArea label="Reason" {...confirmation.field('reason')} maxLength={500} />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
