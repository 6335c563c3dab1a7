import { complianceEndpoints, type ComplianceStatus, type ComplianceTransaction } from '@hopscope/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useServices } from '../../../lib/services.ts';

const {
  changeComplianceStatus,
  countComplianceTransactions,
  getComplianceTransaction,
  listComplianceTransactions,
} = complianceEndpoints;

interface Refused {
  readonly transaction: ComplianceTransaction;
  readonly cause: Error;
}

/** Decides on transactions one after the other, each in its own change with its own history. */
export function useDecideMany(organizationId: string) {
  const { api } = useServices();
  const queries = useQueryClient();
  const [at, setAt] = useState<number>();
  const [refused, setRefused] = useState<readonly Refused[]>([]);

  async function decideOn(
    { _id: id, version }: ComplianceTransaction,
    status: ComplianceStatus,
    note: string,
  ): Promise<{ proposed: boolean }> {
    const input = { params: { id }, body: { status, note, version } };
    const { data } = await api(changeComplianceStatus, input, { organizationId });
    return { proposed: data.proposal !== null };
  }

  return {
    isPending: at !== undefined,
    /** Number of the transaction that is being decided on, from 1. */
    at: at ?? 0,
    refused,
    /** Returns the IDs of those decided on, the number that now waits for a second person, and those that were refused. */
    async decide(transactions: readonly ComplianceTransaction[], status: ComplianceStatus, note: string) {
      const done: string[] = [];
      const failed: Refused[] = [];
      let proposed = 0;
      for (const [i, transaction] of transactions.entries()) {
        setAt(i + 1);
        try {
          const answer = await decideOn(transaction, status, note);
          done.push(transaction._id);
          if (answer.proposed) proposed += 1;
        } catch (thrown) {
          failed.push({ transaction, cause: toApiError(thrown) });
        }
      }
      setAt(undefined);
      setRefused(failed);
      for (const { id } of [
        listComplianceTransactions,
        countComplianceTransactions,
        getComplianceTransaction,
      ]) {
        await queries.invalidateQueries({ queryKey: [id] });
      }
      return { done, proposed, refused: failed };
    },
  };
}
