import { texts } from '@hopscope/contract';
import { type ApiError, toApiError } from '../../../../lib/api/api-error.ts';

export interface FailureText {
  title: string;
  message: string;
  /** To name when asking the operator; null where the request itself was at fault. */
  requestId: string | null;
  /** The ledger does not reach it: not a failure of anything. */
  outside: boolean;
  /** Asking again can give another answer. */
  retry: boolean;
}

export type FailureSubject = 'block' | 'transaction' | 'address' | 'list';

const titles = {
  block: { missing: texts.blockNotFound, failed: texts.blockFetchFailed },
  transaction: { missing: 'Transaction not found', failed: 'Failed to fetch transaction data' },
  address: { missing: 'Address not found', failed: 'Failed to fetch address data' },
  list: { missing: texts.noTransactions, failed: 'Failed to fetch transactions' },
} satisfies Record<FailureSubject, { missing: string; failed: string }>;

/** Titles that say more than which thing could not be loaded. */
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

/** Title and text for a page that could not be loaded; the server's words where it gave some. */
export function failureText(thrown: unknown, subject: FailureSubject): FailureText {
  const error = toApiError(thrown);
  const title = titleOf(error, subject);
  const message = messageOf(error, subject);
  const malformed = error.status === 400;
  const outside = error.status === 404;
  return {
    title,
    message: message.startsWith(`${title}: `) ? message.slice(title.length + 2) : message,
    requestId: malformed || outside ? null : error.requestId,
    outside,
    retry: !malformed,
  };
}
