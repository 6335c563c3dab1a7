import { texts } from '@hopscope/contract';
import { type ApiError, toApiError } from '../../../../lib/api/api-error.ts';

export interface FailureText {
  title: string;
  message: string;
  /** To report to the operator; null if the request itself was invalid. */
  requestId: string | null;
  /** Not in the ledger: not an error. */
  outside: boolean;
  /** A retry can succeed. */
  retry: boolean;
}

export type FailureSubject = 'block' | 'transaction' | 'address' | 'list';

const titles = {
  block: { missing: texts.blockNotFound, failed: texts.blockFetchFailed },
  transaction: { missing: 'Transaction not found', failed: 'Failed to fetch transaction data' },
  address: { missing: 'Address not found', failed: 'Failed to fetch address data' },
  list: { missing: texts.noTransactions, failed: 'Failed to fetch transactions' },
} satisfies Record<FailureSubject, { missing: string; failed: string }>;

/** Returns the specific titles by error code. */
function titleOf({ code }: ApiError, subject: FailureSubject): string {
  if (code === 'not_found') return titles[subject].missing;
  if (code === 'not_covered') return subject === 'block' ? texts.blockNotFoundOrEmpty : 'Not in the ledger';
  if (code === 'invalid_address') return texts.addressInvalid;
  if (code === 'invalid_hash') return 'Invalid transaction hash';
  if (code === 'invalid_block') return texts.blockHeightInvalid;
  return titles[subject].failed;
}

function messageOf(error: ApiError, subject: FailureSubject): string {
  const shapeless =
    error.code === 'bad_answer' && error.status === 0 && error.message !== texts.noDataFromServer;
  return shapeless && subject === 'block' ? texts.blockStructureInvalid : error.message;
}

/** Removes the title from the beginning of a message that goes on after it. */
function withoutTitle(message: string, title: string): string {
  const repeats = message.startsWith(`${title}: `) || message.startsWith(`${title}. `);
  return repeats ? message.slice(title.length + 2) : message;
}

/** Returns the title and message for a page that failed to load; the server's message if there is one. */
export function failureText(thrown: unknown, subject: FailureSubject): FailureText {
  const error = toApiError(thrown);
  const title = titleOf(error, subject);
  const message = messageOf(error, subject);
  const malformed = error.status === 400;
  const outside = error.status === 404;
  return {
    title,
    message: withoutTitle(message, title),
    requestId: malformed || outside ? null : error.requestId,
    outside,
    retry: !malformed,
  };
}
