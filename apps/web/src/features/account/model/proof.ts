import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';

/** Proof of identity for a sensitive change; empty within ten minutes after signing in. */
export interface Proof {
  password?: string;
  code?: string;
}

export type ProofKind = 'password' | 'code';

/** Returns the kind of proof: the password, otherwise a code of the authenticator app; null: neither is set up. */
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
  /** Whether the form can be submitted. */
  ready: boolean;
  /** Handles a failure: requires the proof from then on if the server does. */
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
