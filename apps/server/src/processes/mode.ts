/** What a server process does: answer requests, take blocks and run jobs, or both. */
export const processModes = ['all', 'api', 'worker'] as const;
export type ProcessMode = (typeof processModes)[number];
