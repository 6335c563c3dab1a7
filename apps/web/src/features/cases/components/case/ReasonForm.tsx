import { caseLimits } from '@hopscope/contract';
import { type ReactNode, useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';

/** Asks for the reason of an action. */
export function ReasonForm({
  button,
  danger = false,
  busy,
  error,
  outdated = false,
  onSubmit,
  onClose,
  children,
}: {
  button: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  /** Refused because the case has changed. */
  outdated?: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  function submit() {
    const given = reason.trim();
    setMissing(given === '');
    if (given !== '' && !busy) onSubmit(given);
  }
  return (
    <FormStack label={button} onSubmit={submit}>
      <div>{children}</div>
      <TextArea
        label="Reason"
        name="reason"
        autoFocus
        maxLength={caseLimits.text}
        value={reason}
        error={missing ? 'Please enter a reason' : undefined}
        help="Shown in the timeline"
        onChange={setReason}
      />
      <ChangedNotice shown={outdated} />
      <FormFailure text={error && !outdated ? failureMessage(error, 'The action failed') : undefined} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind={danger ? 'danger' : 'primary'} loading={busy}>
          {button}
        </Button>
      </Actions>
    </FormStack>
  );
}
