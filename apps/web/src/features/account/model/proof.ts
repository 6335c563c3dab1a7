import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';

/** What proves once more who is sitting there; empty within ten minutes of signing in. */
export interface Proof {
  password?: string;
  code?: string;
}

export type ProofKind = 'password' | 'code';

/** How one can prove oneself: by the password, else by a code of the authenticator app; null: by neither. */
export function proofKind(security: { password: boolean; totp: { enabled: boolean } }): ProofKind | null {
  if (security.password) return 'password';
  return security.totp.enabled ? 'code' : null;
}

/** State of the proof that a sensitive change may ask for. */
export interface ProofForm {
  kind: ProofKind | null;
  needed: boolean;
  text: string;
  change: (text: string) => void;
  body: Proof;
  /** Whether the form can be sent. */
  ready: boolean;
  /** To call with what was thrown: asks for the proof from then on where the server wants it. */
  onFailure: (thrown: unknown) => void;
}

export function useProofForm(security: {
  password: boolean;
  totp: { enabled: boolean };
  recentProof: boolean;
}): ProofForm {
  const kind = proofKind(security);
  const [text, change] = useState('');
  const [asked, setAsked] = useState(false);
  const needed = asked || !security.recentProof;
  const given = needed && kind !== null && text !== '';
  return {
    kind,
    needed,
    text,
    change,
    body: given ? { [kind]: text } : {},
    ready: !needed || given,
    onFailure(thrown) {
      if (toApiError(thrown).code === 'proof_required') setAsked(true);
    },
  };
}
