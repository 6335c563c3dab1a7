/** Steps from a new account to the first page, in order. */
export const signUpSteps = ['Account', 'Email', 'Organization'] as const;
