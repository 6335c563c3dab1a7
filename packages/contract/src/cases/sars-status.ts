import { type EffectiveRole, may } from '../policies.ts';

/** Statuses of a suspicious activity report: draft; awaiting two signatures; signed once; signed; filed; withdrawn. */
export const sarStatuses = ['DRAFT', 'READY', 'SIGNED_ONCE', 'SIGNED', 'SUBMITTED', 'WITHDRAWN'] as const;
export type SarStatus = (typeof sarStatuses)[number];

export const sarSteps = ['ask', 'sign', 'return', 'submit', 'withdraw'] as const;
export type SarStep = (typeof sarSteps)[number];

interface SarTransition {
  readonly step: SarStep;
  readonly to: SarStatus;
  /** `writer`: anyone who can write reports; `second`: a manager or above who hasn't signed; `manager`: a manager or above. */
  readonly by: 'writer' | 'second' | 'manager';
}

const giveUp: SarTransition = { step: 'withdraw', to: 'WITHDRAWN', by: 'manager' };
const back: SarTransition = { step: 'return', to: 'DRAFT', by: 'writer' };

/**
 * State machine of reports: every allowed step and who can take it. Changing the content is not in this table: it returns a
 * report to DRAFT and voids its signatures. Only a manager can return a report with two signatures.
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
  /** Signers of the current content. */
  readonly signers: readonly string[];
}

/** Returns why `actor` can't take a step; null if they can. */
export function sarStepRefusal(actor: SarActor, state: SarState, { by }: SarTransition): string | null {
  const isManager = may(actor.role, 'sars.decide');
  if (by === 'second') {
    if (state.signers.includes(actor.userId)) return 'You already signed; another person has to sign second';
    return isManager ? null : 'A manager or above has to sign second';
  }
  if (by === 'manager' && !isManager) return 'Only a manager or above can do this';
  return may(actor.role, 'sars.write') ? null : 'Your role cannot change reports';
}

/** Returns the steps that `actor` can take. */
export function allowedSarSteps(actor: SarActor, state: SarState): readonly SarTransition[] {
  return sarTransitions[state.status].filter(
    (transition) => sarStepRefusal(actor, state, transition) === null,
  );
}

/** Whether the content can be changed at all. */
export const isOpenSar = (status: SarStatus): boolean => status !== 'SUBMITTED' && status !== 'WITHDRAWN';
