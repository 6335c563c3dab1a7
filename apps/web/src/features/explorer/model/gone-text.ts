import { toApiError } from '../../../lib/api/api-error.ts';

/** What became of a transaction that waited. */
export interface GoneText {
  title: string;
  text: string;
  /** Transaction that took its place. */
  by: string | undefined;
  byText: string;
}

const titles = {
  replaced: 'Replaced',
  conflict: 'Made impossible',
  evicted: 'Dropped',
  mined: 'Taken out of the chain',
} as const;

function isReason(value: unknown): value is keyof typeof titles {
  return typeof value === 'string' && Object.hasOwn(titles, value);
}

/** The words for a refusal that says what became of a transaction; undefined for any other error. */
export function goneText(thrown: unknown): GoneText | undefined {
  const { code, message, details } = toApiError(thrown);
  const { reason, replacedBy } = details;
  if (code !== 'gone' || !isReason(reason)) return undefined;
  return {
    title: titles[reason],
    text: message,
    by: typeof replacedBy === 'string' ? replacedBy : undefined,
    byText: reason === 'replaced' ? 'The transaction in its place' : 'The confirmed transaction',
  };
}
