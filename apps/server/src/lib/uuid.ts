const form = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a text is a UUID; anything else must not reach a uuid column (SQLSTATE 22P02). */
export function isUuid(text: string): boolean {
  return form.test(text);
}
