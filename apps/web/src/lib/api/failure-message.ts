import { toApiError } from './api-error.ts';

/** Returns the message of a failed call: that of the server if there is one, otherwise `fallback`. */
export function failureMessage(thrown: unknown, fallback: string): string {
  const { code, message } = toApiError(thrown);
  return code === 'bad_answer' || message === '' ? fallback : message;
}

/** Returns the first field error of a refused form, otherwise the message of the call. */
export function formFailure(thrown: unknown, fallback: string): string {
  const [first] = Object.values(toApiError(thrown).fields);
  // "must be at most 100" is meaningless without its field, which the message names.
  const standsAlone = first !== undefined && !/^[a-z]/.test(first);
  return standsAlone ? first : failureMessage(thrown, fallback);
}
