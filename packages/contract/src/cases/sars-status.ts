import { type EffectiveRole, may } from '../policies.ts';

/**
 * Statuses of a suspicious activity report: being written; complete and waiting for two signatures; one there; both there;
 * handed in; given up.
 */
export const sarStatuses = ['DRAFT', 'READY', 'SIGNED_ONCE', 'SIGNED', 'SUBMITTED', 'WITHDRAWN'] as const;
export type SarStatus = (typeof sarStatuses)[number];

export const sarSteps = ['ask', 'sign', 'return', 'submit', 'withdraw'] as const;
export type SarStep = (typeof sarSteps)[number];

interface SarTransition {
  readonly step: SarStep;
  readonly to: SarStatus;
  /** `writer`: whoever may write reports; `second`: a manager or above who has not signed; `manager`: a manager or above. */
  readonly by: 'writer' | 'second' | 'manager';
}

const giveUp: SarTransition = { step: 'withdraw', to: 'WITHDRAWN', by: 'manager' };
const back: SarTransition = { step: 'return', to: 'DRAFT', by: 'writer' };

/**
 * The status machine: every allowed step, and who may take it. A change of the content leads back to DRAFT and takes
 * signatures away; it is no step of this table. A manager takes back what is signed twice.
 */
export const sarTransitions: Readonly<Record<SarStatus, readonly SarTransition[]>> = {
  DRAFT: [
    { step: 'ask', to: 'READY', by: 'writer' },
    { ...giveUp, by: 'writer' },
  ],
  READY: [{ step: 'sign', to: 'SIGNED_ONCE', by: 'writer' }, back, giveUp],
  SIGNED_ONCE: [{ step: 'sign', to: 'SIGNED', by: 'second' }, back, giveUp],
  SIGNED: [{ step: 'submit', to: 'SUBMITTED', by: 'manager' }, { ...back, by: 'manager' }, giveUp],
  SUBMITTED: [],
  WITHDRAWN: [],
};

/** Somebody as the rules of reports see them. */
export interface SarActor {
  readonly userId: string;
  readonly role: EffectiveRole;
}

export interface SarState {
  readonly status: SarStatus;
  /** Who has signed the content as it is. */
  readonly signers: readonly string[];
}

/** Why `actor` may not take a step that there is; null: they may. */
export function sarStepRefusal(actor: SarActor, state: SarState, { by }: SarTransition): string | null {
  const isManager = may(actor.role, 'sars.decide');
  if (by === 'second') {
    if (state.signers.includes(actor.userId)) return 'You already signed; another person has to sign second';
    return isManager ? null : 'A manager or above has to sign second';
  }
  if (by === 'manager' && !isManager) return 'Only a manager or above can do this';
  return may(actor.role, 'sars.write') ? null : 'Your role cannot change reports';
}

/** Steps that `actor` may take now. */
export function allowedSarSteps(actor: SarActor, state: SarState): readonly SarTransition[] {
  return sarTransitions[state.status].filter(
    (transition) => sarStepRefusal(actor, state, transition) === null,
  );
}

/** Whether the content can be changed at all. */
export const isOpenSar = (status: SarStatus): boolean => status !== 'SUBMITTED' && status !== 'WITHDRAWN';
