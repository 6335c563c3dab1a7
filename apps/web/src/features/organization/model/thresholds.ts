import { type Organization, organizationEndpoints, texts } from '@hopscope/contract';
import { type FormProblems, checkForm } from '../../../lib/form-problems.ts';

/** Form values of the thresholds. */
export interface Thresholds extends Record<string, string> {
  risk: string;
  transaction: string;
}

export function thresholdsOf({ settings }: Organization): Thresholds {
  return { risk: String(settings.riskScoreThreshold), transaction: String(settings.transactionThreshold) };
}

/** Parses a typed number with a decimal point or comma; undefined if invalid. */
function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

const { body } = organizationEndpoints.updateOrganization;

/** Returns the request body, or the problems. */
export function readThresholds(
  form: Thresholds,
):
  | { settings: { riskScoreThreshold: number; transactionThreshold: number } }
  | { problems: FormProblems<'risk' | 'transaction'> } {
  const riskScoreThreshold = numberOf(form.risk);
  const transactionThreshold = numberOf(form.transaction);
  if (riskScoreThreshold === undefined || transactionThreshold === undefined) {
    return {
      problems: {
        ...(riskScoreThreshold === undefined && { risk: texts.riskThresholdRequired }),
        ...(transactionThreshold === undefined && { transaction: texts.transactionThresholdRequired }),
      },
    };
  }
  const problems = {
    ...(!accepts({ riskScoreThreshold }) && { risk: 'Please enter a whole number from 0 to 100' }),
    ...(!accepts({ transactionThreshold }) && {
      transaction: 'Please enter an amount with at most two decimals',
    }),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return { settings: { riskScoreThreshold, transactionThreshold } };
}

function accepts(settings: Record<string, number>): boolean {
  return body !== undefined && checkForm(body, { settings }) === undefined;
}
