import type { SarStatus } from '@hopscope/contract';

/** Names of the statuses of suspicious activity reports. */
export const sarStatusNames: Readonly<Record<SarStatus, string>> = {
  DRAFT: 'Draft',
  READY: 'Awaiting signatures',
  SIGNED_ONCE: 'Signed once',
  SIGNED: 'Signed',
  SUBMITTED: 'Filed',
  WITHDRAWN: 'Withdrawn',
};
