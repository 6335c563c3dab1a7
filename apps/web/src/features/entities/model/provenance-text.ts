import type { FieldProvenance, FieldStatement } from '@hopscope/contract';

const rules: Record<FieldProvenance['rule'], string> = {
  editor: 'Set by an editor.',
  rank: 'Sources differ. The source with the higher rank is used.',
  confidence: 'Sources of equal rank differ. The one with higher confidence is used.',
  newest: 'Sources of equal rank and confidence differ. The newest value is used.',
  text: 'Sources are otherwise equal. The first value in alphabetical order is used.',
  only: 'The only value.',
  union: 'Values of all sources, by rank.',
};

/** How it was decided what counts. */
export function ruleText({ rule }: Pick<FieldProvenance, 'rule'>): string {
  return rules[rule];
}

const reasons: Record<FieldStatement['because'], string> = {
  chosen: 'Used',
  same: 'Same value',
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
