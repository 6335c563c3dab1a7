import type { Blockchain } from '@hopscope/contract';
import { useLedgerStatus } from '../../api/ledger-status.ts';

/** Confirmations as the ledger grows, without asking for the transaction again; null where they are not known. */
export function useConfirmations(
  chain: Blockchain,
  { block, confirmations }: { block: number; confirmations: number | null },
): number | null {
  const { data } = useLedgerStatus(chain);
  const tip = data?.tip?.number;
  if (confirmations === null || tip === undefined) return confirmations;
  return Math.max(confirmations, tip - block + 1);
}
