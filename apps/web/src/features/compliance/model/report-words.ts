import type { SarStatus } from '@hopscope/contract';

/** How far a report has come. */
export const reportStatusNames: Readonly<Record<SarStatus, string>> = {
  DRAFT: 'Draft',
  READY: 'Waits for signatures',
  SIGNED_ONCE: 'Signed once',
  SIGNED: 'Signed',
  SUBMITTED: 'Handed in',
  WITHDRAWN: 'Given up',
};
