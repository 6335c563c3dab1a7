import type { CallOutput, getSecurity } from '@hopscope/contract';

/** Sign-in methods of the signed-in person. */
export type SecurityView = CallOutput<typeof getSecurity>['data'];
