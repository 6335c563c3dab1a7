import { type ReactNode } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { toApiError } from '../../../lib/api/api-error.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { type Proof, useProofForm } from '../model/proof.ts';
import type { SecurityView } from '../model/security-view.ts';
import { ProofField } from './ProofField.tsx';

interface Props {
  confirmText: string;
  danger?: boolean;
  security: SecurityView;
  /** Makes the change with the proof; throws if the server refuses. */
  run: (proof: Proof) => Promise<unknown>;
  failure: string;
  onClose: () => void;
  children: ReactNode;
}

function Content({ confirmText, danger = false, security, run, failure, onClose, children }: Props) {
  const proof = useProofForm(security);
  const form = useForm({
    start: {},
    read: () => ({ body: proof.body }),
    send: run,
    sent: onClose,
    failure,
    refused(thrown) {
      const asks = toApiError(thrown).code === 'proof_required' && !proof.needed;
      proof.onFailure(thrown);
      return asks ? '' : failureMessage(thrown, failure);
    },
  });

  return (
    <FormStack label={confirmText} onSubmit={() => (proof.ready ? form.submit() : undefined)}>
      <div>{children}</div>
      <ProofField proof={proof} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind={danger ? 'danger' : 'primary'} loading={form.busy} disabled={!proof.ready}>
          {confirmText}
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Confirms a sensitive change, and asks for the password or a code if needed. */
export function ProvenDialog({ title, open, ...rest }: Props & { title: string; open: boolean }) {
  return (
    <Dialog title={title} open={open} onClose={rest.onClose}>
      <Content {...rest} />
    </Dialog>
  );
}
