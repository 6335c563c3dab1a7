import type { SarStatus } from '@hopscope/contract';

/** How far a report has come. */
export const reportStatusNames: Readonly<Record<SarStatus, string>> = {
  DRAFT: 'Draft',
  READY: 'Awaiting signatures',
  SIGNED_ONCE: 'Signed once',
  SIGNED: 'Signed',
  SUBMITTED: 'Filed',
  WITHDRAWN: 'Withdrawn',
};
