import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { HopLoader } from '../../../ui/feedback/HopLoader.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { CopyField } from '../../../ui/form/CopyField.tsx';
import { type AuditScope, useVerifyAuditLog } from '../api/audit-log.ts';

function Verification({ scope, onClose }: { scope: AuditScope; onClose: () => void }) {
  const { counted } = useFormats();
  const { mutate, data, error } = useVerifyAuditLog(scope);
  useEffect(() => mutate(), [mutate]);
  return (
    <>
      {data ? (
        data.intact ? (
          <>
            <Notice kind="known" icon={<CircleCheck size={16} strokeWidth={1.6} aria-hidden="true" />}>
              <b>Intact.</b> {counted(data.entries, 'entry', 'entries')}, each linked to the previous one
              {data.erased > 0 && `; personal data erased from ${counted(data.erased, 'entry', 'entries')}`}.
            </Notice>
            <Text tone={2} size={13}>
              Save this hash outside Hopscope to detect later changes to the log.
            </Text>
            <CopyField value={data.head} what="hash" />
          </>
        ) : (
          <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
            <b>Broken{data.firstBroken && ` at entry ${data.firstBroken.sequence}`}.</b>{' '}
            {data.firstBroken?.what ?? 'The log was modified after it was written.'}
          </Notice>
        )
      ) : error ? (
        <FormFailure text={failureMessage(error, 'The log could not be verified.')} />
      ) : (
        <HopLoader text="Recomputing hashes…" />
      )}
      <Actions>
        <Button onClick={onClose}>Close</Button>
      </Actions>
    </>
  );
}

/** Verifies the hash chain and shows the result. */
export function VerifyDialog({
  scope,
  open,
  onClose,
}: {
  scope: AuditScope;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog title="Verify audit log" open={open} onClose={onClose}>
      <Verification scope={scope} onClose={onClose} />
    </Dialog>
  );
}
