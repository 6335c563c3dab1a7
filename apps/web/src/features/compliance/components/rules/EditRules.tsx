import { type ScreeningRule, texts, screeningEndpoints } from '@hopscope/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { StickyBar } from '../../../../ui/layout/StickyBar.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { useDraftRules } from '../../api/screening-rules.ts';
import { emptyRule, formOfRule, isFull, readRules, type RuleForm } from '../../model/screening-rules.ts';
import { RuleFields } from './RuleFields.tsx';

interface Edited {
  /** Stays with the rule while others are removed. */
  readonly key: number;
  readonly form: RuleForm;
}

/** All rules as a form, which replaces the draft of an organization. */
export function EditRules({
  organizationId,
  base,
  onClose,
}: {
  organizationId: string;
  /** The rules that the form begins with. */
  base: readonly ScreeningRule[];
  onClose: () => void;
}) {
  const toast = useToast();
  const { counted } = useFormats();
  const draft = useDraftRules();
  const [nextKey, setNextKey] = useState(base.length);
  const [confirming, setConfirming] = useState<ScreeningRule[]>();
  const form = useForm({
    start: { rules: base.map((rule, key): Edited => ({ key, form: formOfRule(rule) })) },
    read(values) {
      const read = readRules(values.rules.map((each) => each.form));
      if ('rules' in read) return { body: read.rules };
      const problems = read.problems.flatMap((each, i) =>
        Object.entries(each).map(([name, text]) => [`rules.${i}.form.${name}`, text] as const),
      );
      return { problems: Object.fromEntries(problems) };
    },
    send: async (rules) => rules,
    sent: setConfirming,
    failure: texts.screeningRulesDraftFailed,
  });
  const { rules } = form.values;
  const confirmation = useForm({
    start: { reason: '' },
    read: (values) =>
      readForm(
        screeningEndpoints.draftScreeningRules.body,
        { rules: confirming ?? [], reason: values.reason.trim() },
        blankFields(values, { reason: 'Please enter a reason' }),
      ),
    send: (body) => draft.mutateAsync({ params: { id: organizationId }, body }),
    sent() {
      toast.success(texts.screeningRulesDrafted);
      leave();
    },
    failure: texts.screeningRulesDraftFailed,
  });

  function add() {
    form.change('rules', [...rules, { key: nextKey, form: emptyRule }]);
    setNextKey(nextKey + 1);
  }

  function leave() {
    window.scrollTo(0, 0);
    onClose();
  }

  return (
    // The dialog is beside the form: what it submits must not submit the form.
    <>
      <FormStack label="Draft of the screening rules" onSubmit={form.submit}>
        {rules.map((rule, i) => (
          <RuleFields
            key={rule.key}
            number={i + 1}
            form={rule.form}
            problemOf={(name) => form.problem(`rules.${i}.form.${name}`)}
            onChange={(next) => form.change(`rules.${i}.form`, { ...rule.form, ...next })}
            onRemove={() => form.change('rules', rules.toSpliced(i, 1))}
          />
        ))}
        <div>
          <Button
            icon={<Plus size={14} aria-hidden="true" />}
            disabled={isFull(rules.map((each) => each.form))}
            onClick={add}
          >
            Add rule
          </Button>
        </div>
        <StickyBar state={counted(rules.length, 'rule')}>
          <Button onClick={leave}>Cancel</Button>
          <Button submit kind="primary">
            Save draft
          </Button>
        </StickyBar>
      </FormStack>
      <ConfirmDialog
        title="Save draft?"
        open={confirming !== undefined}
        confirmText="Save draft"
        busy={confirmation.busy}
        failure={confirmation.failure}
        onConfirm={confirmation.submit}
        onClose={() => setConfirming(undefined)}
      >
        <TextArea
          label="Reason"
          {...confirmation.field('reason')}
          maxLength={500}
          help="Decisions change only when another person activates the draft."
        />
      </ConfirmDialog>
    </>
  );
}
