import { passwordMaxLength } from '@hopscope/contract';
import { Field } from '../../../ui/form/Field.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { CircleAlert } from 'lucide-react';
import type { ProofForm } from '../model/proof.ts';

/** Asks for the password or a code if the last sign-in is too old; otherwise empty. */
export function ProofField({ proof }: { proof: ProofForm }) {
  if (!proof.needed) return null;
  if (proof.kind === null) {
    return (
      <Notice kind="warning" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
        This change requires a recent sign-in. Sign in again, then retry.
      </Notice>
    );
  }
  return proof.kind === 'password' ? (
    <Field
      label="Your password"
      name="current-password"
      type="password"
      autoComplete="current-password"
      size="middle"
      maxLength={passwordMaxLength}
      help="Required for sensitive changes."
      value={proof.text}
      onChange={proof.change}
    />
  ) : (
    <Field
      label="Code from your authenticator app"
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      size="middle"
      mono
      maxLength={40}
      help="Required for sensitive changes."
      value={proof.text}
      onChange={proof.change}
    />
  );
}
