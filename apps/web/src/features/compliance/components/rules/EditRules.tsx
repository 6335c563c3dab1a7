import { type ScreeningRule, texts } from '@hopscope/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { StickyBar } from '../../../../ui/layout/StickyBar.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { useDraftRules } from '../../api/screening-rules.ts';
import {
  emptyRule,
  formOfRule,
  isFull,
  readRules,
  type RuleForm,
  type RuleProblems,
} from '../../model/screening-rules.ts';
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
  const [edited, setEdited] = useState<readonly Edited[]>(() =>
    base.map((rule, key) => ({ key, form: formOfRule(rule) })),
  );
  const [nextKey, setNextKey] = useState(base.length);
  const [problems, setProblems] = useState<readonly RuleProblems[]>([]);
  const [confirming, setConfirming] = useState<ScreeningRule[]>();
  const [reason, setReason] = useState('');
  const [reasonMissing, setReasonMissing] = useState(false);

  function change(key: number, next: Partial<RuleForm>) {
    setEdited((before) =>
      before.map((each) => (each.key === key ? { key, form: { ...each.form, ...next } } : each)),
    );
  }

  function remove(key: number) {
    setEdited((before) => before.filter((each) => each.key !== key));
    setProblems([]);
  }

  function add() {
    setEdited((before) => [...before, { key: nextKey, form: emptyRule }]);
    setNextKey(nextKey + 1);
  }

  function ask() {
    const read = readRules(edited.map(({ form }) => form));
    if ('problems' in read) {
      setProblems(read.problems);
      const number = read.problems.findIndex((each) => Object.keys(each).length > 0);
      const [field] = Object.keys(read.problems[number] ?? {});
      document.getElementsByName(`${field ?? ''}-${number + 1}`)[0]?.focus();
      return;
    }
    setProblems([]);
    draft.reset();
    setReasonMissing(false);
    setConfirming(read.rules);
  }

  function leave() {
    window.scrollTo(0, 0);
    onClose();
  }

  function save() {
    setReasonMissing(reason.trim() === '');
    if (reason.trim() === '' || draft.isPending || !confirming) return;
    draft.mutate(
      { params: { id: organizationId }, body: { rules: confirming, reason: reason.trim() } },
      {
        onSuccess() {
          toast.success(texts.screeningRulesDrafted);
          leave();
        },
      },
    );
  }

  return (
    // The dialog is beside the form: what it submits must not submit the form.
    <>
      <FormStack label="Draft of the screening rules" onSubmit={ask}>
        {edited.map(({ key, form }, i) => (
          <RuleFields
            key={key}
            number={i + 1}
            form={form}
            problems={problems[i] ?? {}}
            onChange={(next) => change(key, next)}
            onRemove={() => remove(key)}
          />
        ))}
        <div>
          <Button
            icon={<Plus size={14} aria-hidden="true" />}
            disabled={isFull(edited.map(({ form }) => form))}
            onClick={add}
          >
            Add rule
          </Button>
        </div>
        <StickyBar state={counted(edited.length, 'rule')}>
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
        busy={draft.isPending}
        failure={draft.error ? formFailure(draft.error, texts.screeningRulesDraftFailed) : undefined}
        onConfirm={save}
        onClose={() => setConfirming(undefined)}
      >
        <TextArea
          label="Reason"
          name="reason"
          value={reason}
          maxLength={500}
          help="Decisions change only when another person activates the draft."
          error={reasonMissing ? 'Please enter a reason' : undefined}
          onChange={setReason}
        />
      </ConfirmDialog>
    </>
  );
}
