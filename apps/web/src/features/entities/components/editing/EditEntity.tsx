import { type EntityRecord, entityRecord, texts, suggestCorrection } from '@hopscope/contract';
import { useState } from 'react';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { RestoredNotice } from '../../../../ui/feedback/RestoredNotice.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { StickyBar } from '../../../../ui/layout/StickyBar.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useEditEntity, useSuggestCorrection } from '../../api/changes.ts';
import type { Profile } from '../../api/profile.ts';
import {
  changedNames,
  type Clash,
  type EntityForm,
  formOf,
  labelOf,
  mergeForms,
  problemsOf,
  valuesOf,
} from '../../model/entity-form.ts';
import { formGroups } from '../../model/form-groups.ts';
import { ConfirmChange } from './ConfirmChange.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { FormField } from './FormField.tsx';

/** Returns the current record from a refused concurrent change. */
function currentOf(thrown: Error): EntityRecord | undefined {
  const { code, details } = toApiError(thrown);
  if (code !== 'changed_meanwhile') return undefined;
  return entityRecord.safeParse(details['current']).data;
}

/** Submits a change as an editor, or suggests it. */
function useSending(profile: Profile) {
  const edit = useEditEntity();
  const suggest = useSuggestCorrection();
  const suggestion = !profile.may.edit;
  const params = { id: profile.entity.entity_id };

  function send({
    reason,
    ...values
  }: ReturnType<typeof valuesOf> & { baseVersion: number; reason: string }) {
    if (suggestion) return suggest.mutateAsync({ params, body: { ...values, reason } });
    return edit.mutateAsync({ params, body: reason === '' ? values : { ...values, reason } });
  }
  return { send, suggestion };
}

/** All fields of an entity as a form; `onClose` leaves the edit mode. */
export function EditEntity({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const toast = useToast();
  const { counted } = useFormats();
  // Values when the form was opened: later answers must not change them while the person edits.
  const [base, setBase] = useState(profile.entity);
  const before = formOf(base);
  const form = useForm({
    start: before,
    draft: `entity:${profile.entity.entity_id}:${profile.entity.version}`,
    confirms: true,
    read: (values) => readForm(undefined, values, problemsOf(values)),
    send: async (values) => values,
    sent: () => setConfirming(true),
    failure: texts.entityUpdateFailed,
  });
  const { send, suggestion } = useSending(profile);
  const [confirming, setConfirming] = useState(false);
  const [conflict, setConflict] = useState<{ current: EntityRecord; merged: EntityForm; clashes: Clash[] }>();
  const names = changedNames(before, form.values);
  const confirmation = useForm({
    start: { reason: '' },
    read(values) {
      const body = {
        ...valuesOf(form.values, names),
        baseVersion: base.version,
        reason: values.reason.trim(),
      };
      return readForm(
        suggestion ? suggestCorrection.body : undefined,
        body,
        blankFields(values, { reason: suggestion && 'Please enter a reason' }),
      );
    },
    send,
    sent({ data }) {
      if (data.state === 'approved') toast.success(texts.entityUpdated);
      else if (suggestion) toast.success('Suggestion sent. An editor will review it.');
      else toast.success('Change sent for approval by a second editor');
      leave();
    },
    failure: texts.entityUpdateFailed,
    refused(thrown) {
      const current = currentOf(thrown);
      if (current) {
        setConfirming(false);
        setConflict({ current, ...mergeForms(before, form.values, formOf(current)) });
        return '';
      }
      if (!form.showProblems(toApiError(thrown).fields)) toast.error(texts.entityUpdateFailed);
      return formFailure(thrown, texts.entityUpdateFailed);
    },
  });

  function leave() {
    form.reset();
    onClose();
  }

  /** Continues the form from the current record. */
  function resolve(next: EntityForm) {
    if (!conflict) return;
    setBase(conflict.current);
    for (const name of changedNames(form.values, next)) form.change(name, next[name]);
    setConflict(undefined);
    setConfirming(true);
  }

  return (
    <FormStack label={suggestion ? 'Suggest a correction' : 'Edit entity'} onSubmit={form.submit}>
      <RestoredNotice shown={form.restored} onDiscard={() => form.reset()} />
      {formGroups.map((group) => (
        <Card key={group.title} title={group.title} padded>
          <Pair>
            {group.names.map((name) => (
              <FormField key={name} {...form.field(name)} />
            ))}
          </Pair>
        </Card>
      ))}
      <StickyBar
        state={
          names.length === 0
            ? 'No changes'
            : `${counted(names.length, 'field')} changed: ${names.map(labelOf).join(', ')}`
        }
      >
        <Button onClick={leave}>Cancel</Button>
        <Button submit kind="primary" disabled={names.length === 0}>
          {suggestion ? 'Suggest' : 'Save Changes'}
        </Button>
      </StickyBar>
      {confirming && names.length > 0 && (
        <ConfirmChange
          before={before}
          after={form.values}
          names={names}
          suggestion={suggestion}
          fourEyes={profile.fourEyes}
          reason={confirmation.field('reason')}
          busy={confirmation.busy}
          failure={confirmation.failure}
          onConfirm={confirmation.submit}
          onClose={() => setConfirming(false)}
        />
      )}
      {conflict && (
        <ConflictDialog
          merged={conflict.merged}
          clashes={conflict.clashes}
          onResolve={resolve}
          onClose={() => setConflict(undefined)}
        />
      )}
    </FormStack>
  );
}
