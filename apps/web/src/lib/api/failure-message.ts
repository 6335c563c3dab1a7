import { toApiError } from './api-error.ts';

/** What to say of a failed call: the server's own words where it gave some, else `fallback`. */
export function failureMessage(thrown: unknown, fallback: string): string {
  const { code, message } = toApiError(thrown);
  return code === 'bad_answer' || message === '' ? fallback : message;
}

/** The first field error of a refused form, else the message as above. */
export function formFailure(thrown: unknown, fallback: string): string {
  const [first] = Object.values(toApiError(thrown).fields);
  // "must be at most 100" says nothing without its field, which the message names.
  const standsAlone = first !== undefined && !/^[a-z]/.test(first);
  return standsAlone ? first : failureMessage(thrown, fallback);
}
