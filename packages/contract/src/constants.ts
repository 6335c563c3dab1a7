/** Base path of every call. */
export const apiBase = '/api/v1';

/** Specification section 9: lists of the block explorer show 20 a page. */
export const explorerPageSize = 20;
/** Largest `limit` of a transaction list (specification section 7: pages of 5 to 1000 are used). */
export const maxPageSize = 1000;
/** A transaction inside a list carries at most this many inputs and this many outputs; the rest is flagged. */
export const listIoLimit = 100;
/** Specification section 2: inputs and outputs show 5 rows before Show All. */
export const collapsedRows = 5;
/** Specification section 5: passwords have at least 8 characters. */
export const passwordMinLength = 8;
/** Upper limit against hashing of huge inputs. */
export const passwordMaxLength = 256;
/** Specification section 9: toasts last 4 seconds. */
export const toastSeconds = 4;
/** Specification section 9: request timeout in milliseconds. */
export const requestTimeoutMs = 60_000;
/** Local storage keys; the theme key is fixed by the specification, section 1. */
export const storageKeys = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  user: 'user',
  theme: 'bs-theme',
  sidebar: 'sidebar',
} as const;
