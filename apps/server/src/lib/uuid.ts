const form = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Returns true if a text is a UUID; other texts must not reach a uuid column (SQLSTATE 22P02). */
export function isUuid(text: string): boolean {
  return form.test(text);
}
