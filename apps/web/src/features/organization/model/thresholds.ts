import { type Organization, organizationEndpoints, texts } from '@hopscope/contract';
import type { FormRead } from '../../../lib/form/read-form.ts';

/** Form values of the thresholds. */
export type Thresholds = {
  risk: string;
  transaction: string;
};

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
): FormRead<{ settings: { riskScoreThreshold: number; transactionThreshold: number } }> {
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
  return { body: { settings: { riskScoreThreshold, transactionThreshold } } };
}

function accepts(settings: Record<string, number>): boolean {
  return body?.safeParse({ settings }).success === true;
}
