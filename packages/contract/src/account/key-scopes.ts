/** What an API key may be used for; each call of the contract that is open to keys names one. */
export const keyScopes = ['read', 'screen', 'monitor', 'review', 'directory', 'provision'] as const;
export type KeyScope = (typeof keyScopes)[number];
