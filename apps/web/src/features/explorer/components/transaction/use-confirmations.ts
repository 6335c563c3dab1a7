import type { Blockchain } from '@hopscope/contract';
import { useLedgerStatus } from '../../api/ledger-status.ts';

/** Returns confirmations, updated as the ledger grows without refetching the transaction; null if unknown. */
export function useConfirmations(
  chain: Blockchain,
  { block, confirmations }: { block: number; confirmations: number | null },
): number | null {
  const { data } = useLedgerStatus(chain);
  const tip = data?.tip?.number;
  if (confirmations === null || tip === undefined) return confirmations;
  return Math.max(confirmations, tip - block + 1);
}
