import { complianceEndpoints, complianceQueueEndpoints } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';

const { countComplianceTransactions, getComplianceTransaction, listComplianceTransactions } =
  complianceEndpoints;
const { answerComplianceProposal, snoozeComplianceTransaction, wakeComplianceTransaction } =
  complianceQueueEndpoints;
const changes = [listComplianceTransactions, countComplianceTransactions, getComplianceTransaction];

/** Confirms or rejects a decision that waits for a second person. */
export const useAnswerProposal = (organizationId: string) =>
  useCall(answerComplianceProposal, { organizationId, changes });
export const useSnooze = (organizationId: string) =>
  useCall(snoozeComplianceTransaction, { organizationId, changes });
export const useWake = (organizationId: string) =>
  useCall(wakeComplianceTransaction, { organizationId, changes });
