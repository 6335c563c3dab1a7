import { plural } from '@hopscope/domain';
import type { Formats } from '@hopscope/domain';

/** Why a value is unknown, for hover. */
export const unknownReasons = {
  fee: 'An input spends an output that is not in the ledger.',
  blockFees: 'Spent outputs are not in the ledger.',
  balance: 'Earlier balances or internal transfers are unknown.',
} as const;

/** Describes the consequences of inputs that spend outputs outside the ledger for a transaction. */
export function unknownInputsText(count: number, { counted }: Pick<Formats, 'counted'>): string {
  return `${counted(count, 'input')} of this transaction ${plural(
    count,
    'spends an output that is',
    'spend outputs that are',
  )} not in the ledger: owner, amount, and fee are unknown.`;
}
