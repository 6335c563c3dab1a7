/** Runs work when it is the caller's turn (`http/fair-use.ts`). Errors: those of the work, and of waiting. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;
