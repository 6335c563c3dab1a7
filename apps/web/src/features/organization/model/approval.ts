import { type Organization, organizationEndpoints } from '@hopscope/contract';
import type { FormRead } from '../../../lib/form/read-form.ts';

/** Form values of the confirmation threshold; empty: none. */
export type ApprovalForm = {
  score: string;
  amount: string;
};

export function approvalOf({ settings }: Organization): ApprovalForm {
  const { approvalRiskScore: score, approvalAmount: amount } = settings;
  return { score: score === null ? '' : String(score), amount: amount === null ? '' : String(amount) };
}

const { body } = organizationEndpoints.updateOrganization;
const accepts = (settings: Record<string, number | null>): boolean =>
  body?.safeParse({ settings }).success === true;

/** Parses a typed number; null if empty, NaN if invalid. */
function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  return /^\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Returns the request body, or the problem. */
export function readApproval(
  form: ApprovalForm,
): FormRead<{ settings: { approvalRiskScore: number | null; approvalAmount: number | null } }> {
  const [approvalRiskScore, approvalAmount] = [numberOf(form.score), numberOf(form.amount)];
  const problems = {
    ...(!accepts({ approvalRiskScore }) && {
      score: 'Please enter a whole number from 0 to 100, or leave empty',
    }),
    ...(!accepts({ approvalAmount }) && {
      amount: 'Please enter an amount with at most two decimals, or leave empty',
    }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return { body: { settings: { approvalRiskScore, approvalAmount } } };
}
