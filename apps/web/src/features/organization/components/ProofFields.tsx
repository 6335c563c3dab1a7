import { passwordMaxLength } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { Field } from '../../../ui/form/Field.tsx';

/** The password or code that a sensitive change asks for where the last proof is too long ago. */
export interface ProofState {
  asked: boolean;
  password: string;
  code: string;
  setPassword: (text: string) => void;
  setCode: (text: string) => void;
  body: { password?: string; code?: string };
  /** To call with what was thrown: shows the fields where the server wants a proof. */
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

/** Fields for a proof, once the server has asked for one. */
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
