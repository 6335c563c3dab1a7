import type { CallOutput, getSecurity } from '@hopscope/contract';

/** How the signed-in person signs in. */
export type SecurityView = CallOutput<typeof getSecurity>['data'];
