import type { FieldProvenance, FieldStatement } from '@hopscope/contract';

const rules: Record<FieldProvenance['rule'], string> = {
  editor: 'An editor decided.',
  rank: 'Sources differ: the one that ranks higher counts.',
  confidence: 'Sources of equal rank differ: the more confident one counts.',
  newest: 'Sources of equal rank and confidence differ: the newest word counts.',
  text: 'Sources differ in nothing but the value: the first in the alphabet counts.',
  only: 'Nothing else is said.',
  union: 'What all sources say counts, in the order of their ranks.',
};

/** How it was decided what counts. */
export function ruleText({ rule }: Pick<FieldProvenance, 'rule'>): string {
  return rules[rule];
}

const reasons: Record<FieldStatement['because'], string> = {
  chosen: 'Counts',
  same: 'Says the same',
  overruled: 'Overruled',
  not_valid: 'Not valid on this day',
  over_limit: 'Over the limit of values',
};

/** Why a statement counts, or does not. */
export function reasonText({ because }: Pick<FieldStatement, 'because'>): string {
  return reasons[because];
}

/** A reference as a link, where it is one of the web. */
export function webLink(ref: string | null): string | undefined {
  if (ref === null || !URL.canParse(ref)) return undefined;
  const { protocol } = new URL(ref);
  return protocol === 'https:' || protocol === 'http:' ? ref : undefined;
}

/** An address of the web as people read it: without scheme and closing slash. */
export function webText(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
