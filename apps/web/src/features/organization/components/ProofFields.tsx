import { passwordMaxLength } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { Field } from '../../../ui/form/Field.tsx';

/** State of the proof that a sensitive change requires if the last one is too old. */
export interface ProofState {
  asked: boolean;
  password: string;
  code: string;
  setPassword: (text: string) => void;
  setCode: (text: string) => void;
  body: { password?: string; code?: string };
  /** Handles a failure: shows the fields if the server requires a proof. */
  onFailure: (thrown: unknown) => void;
  reset: () => void;
}

export function useProof(): ProofState {
  const [asked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return {
    asked,
    password,
    code,
    setPassword,
    setCode,
    body: { ...(password !== '' && { password }), ...(code.trim() !== '' && { code: code.trim() }) },
    onFailure(thrown) {
      if (toApiError(thrown).code === 'proof_required') setAsked(true);
    },
    reset() {
      setAsked(false);
      setPassword('');
      setCode('');
    },
  };
}

/** Fields for a proof, once the server requires one. */
export function ProofFields({ proof }: { proof: ProofState }) {
  if (!proof.asked) return null;
  return (
    <>
      <Field
        label="Your password"
        name="current-password"
        type="password"
        autoComplete="current-password"
        size="middle"
        maxLength={passwordMaxLength}
        value={proof.password}
        onChange={proof.setPassword}
      />
      <Field
        label="Or a code from your authenticator app"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        size="middle"
        mono
        maxLength={40}
        value={proof.code}
        onChange={proof.setCode}
      />
    </>
  );
}
