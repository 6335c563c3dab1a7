import { type DirectoryChange, type EntityRecord, entityRecord, texts } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { useDraft } from '../../../../lib/drafts.ts';
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
  type FormName,
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

  function send(
    body: ReturnType<typeof valuesOf> & { baseVersion: number; reason: string },
    callbacks: { onSuccess: (answer: { data: DirectoryChange }) => void; onError: (thrown: Error) => void },
  ) {
    const { reason, ...values } = body;
    if (suggestion) suggest.mutate({ params, body }, callbacks);
    else edit.mutate({ params, body: reason === '' ? values : body }, callbacks);
  }
  const { isPending, error, reset } = suggestion ? suggest : edit;
  return { send, suggestion, busy: isPending, error, reset };
}

/** All fields of an entity as a form; `onClose` leaves the edit mode. */
export function EditEntity({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const toast = useToast();
  const { counted } = useFormats();
  // Values when the form was opened: later answers must not change them while the person edits.
  const [base, setBase] = useState(profile.entity);
  const before = formOf(base);
  const { form, restored, change, reset } = useDraft<EntityForm>(
    `entity:${profile.entity.entity_id}:${profile.entity.version}`,
    before,
  );
  const { send, suggestion, busy, error, reset: forget } = useSending(profile);
  const [problems, setProblems] = useState<Partial<Record<FormName, string>>>({});
  const [confirming, setConfirming] = useState(false);
  const [reason, setReason] = useState('');
  const [reasonMissing, setReasonMissing] = useState(false);
  const [conflict, setConflict] = useState<{ current: EntityRecord; merged: EntityForm; clashes: Clash[] }>();
  const names = changedNames(before, form);

  function leave() {
    reset();
    onClose();
  }

  function ask() {
    const found = problemsOf(form);
    setProblems(found);
    const [first] = Object.keys(found);
    if (first === undefined) {
      forget();
      setConfirming(true);
    } else document.getElementsByName(first)[0]?.focus();
  }

  function succeed({ data }: { data: DirectoryChange }) {
    if (data.state === 'approved') toast.success(texts.entityUpdated);
    else if (suggestion) toast.success('Suggestion sent. An editor will review it.');
    else toast.success('Change sent for approval by a second editor');
    leave();
  }

  function fail(thrown: Error) {
    const current = currentOf(thrown);
    if (current) {
      setConfirming(false);
      setConflict({ current, ...mergeForms(before, form, formOf(current)) });
      return;
    }
    const { fields } = toApiError(thrown);
    setProblems(fields);
    if (Object.keys(fields).length === 0) toast.error(texts.entityUpdateFailed);
  }

  function confirm() {
    const missing = suggestion && reason.trim() === '';
    setReasonMissing(missing);
    if (missing || busy) return;
    send(
      { ...valuesOf(form, names), baseVersion: base.version, reason: reason.trim() },
      { onSuccess: succeed, onError: fail },
    );
  }

  /** Continues the form from the current record. */
  function resolve(next: EntityForm) {
    if (!conflict) return;
    setBase(conflict.current);
    for (const name of changedNames(form, next)) change(name, next[name]);
    setConflict(undefined);
    forget();
    setConfirming(true);
  }

  return (
    <FormStack label={suggestion ? 'Suggest a correction' : 'Edit entity'} onSubmit={ask}>
      <RestoredNotice shown={restored} onDiscard={() => reset()} />
      {formGroups.map((group) => (
        <Card key={group.title} title={group.title} padded>
          <Pair>
            {group.names.map((name) => (
              <FormField
                key={name}
                name={name}
                value={form[name]}
                error={problems[name]}
                onChange={(value) => change(name, value)}
              />
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
          after={form}
          names={names}
          suggestion={suggestion}
          fourEyes={profile.fourEyes}
          reason={reason}
          reasonMissing={reasonMissing}
          busy={busy}
          failure={error ? formFailure(error, texts.entityUpdateFailed) : undefined}
          onReason={setReason}
          onConfirm={confirm}
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
