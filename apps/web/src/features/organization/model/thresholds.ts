import { type Organization, organizationEndpoints, texts } from '@hopscope/contract';
import { type FormProblems, checkForm } from '../../../lib/form-problems.ts';

/** The thresholds as a form holds them. */
export interface Thresholds extends Record<string, string> {
  risk: string;
  transaction: string;
}

export function thresholdsOf({ settings }: Organization): Thresholds {
  return { risk: String(settings.riskScoreThreshold), transaction: String(settings.transactionThreshold) };
}

/** A number as people type it, with a point or a comma; undefined for anything else. */
function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

const { body } = organizationEndpoints.updateOrganization;

/** What to send, or what is wrong. */
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
