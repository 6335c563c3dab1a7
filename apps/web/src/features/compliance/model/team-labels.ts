import type { AgeBand, TeamFigures } from '@hopscope/contract';
import { type RiskBand, ageText } from '@hopscope/domain';

/** Text for a figure without measurements: not 0. */
export const nothing = '–';

export const durationText = (seconds: number | null): string =>
  seconds === null ? nothing : ageText(0, seconds);

/** Formats a rate from 0 to 1 in whole percent. */
export const rateText = (rate: number | null): string =>
  rate === null ? nothing : `${Math.round(rate * 100)}%`;

export const decidedOf = ({ decided }: Pick<TeamFigures, 'decided'>): number =>
  decided.APPROVED + decided.CLOSED_WITH_NOTE + decided.CLOSED_WITH_SAR;

/** Returns whether there was no activity. */
export const isIdle = (figures: TeamFigures): boolean =>
  decidedOf(figures) === 0 && figures.firstReview.count === 0 && figures.reopened === 0;

export const ageNames: Readonly<Record<AgeBand, string>> = {
  under_4h: 'Under 4 hours',
  under_24h: '4 to 24 hours',
  under_3d: '1 to 3 days',
  under_7d: '3 to 7 days',
  older: 'Older than 7 days',
};

export const riskNames: Readonly<Record<RiskBand, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  unknown: 'Not known',
};
